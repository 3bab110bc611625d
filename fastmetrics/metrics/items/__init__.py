"""Items: scores of models on the items of benchmarks, one or several runs each."""
