"""What pages are found by: entries of the index, which the search of the site reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fastmetrics import catalog
from fastmetrics.catalog import Metric
from fastmetrics.catalog.names import GREEK

__all__ = ["TASKS", "directive", "of_page", "words"]

# Between the parts of a word: what `find` overlooks, and where capitals begin a part.
BETWEEN = re.compile(r"[\s_.-]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
HAN = re.compile(r"[\u3400-\u9fff]")
# A test or a number that may be called by a name: "McNemar's test", "Youden's J".
OF_SOMEBODY = re.compile(r"^(\w{3,}) (test|\w)$")
SPELLED = re.compile(rf"\b({'|'.join(GREEK.values())})\b")
LETTERS = {name: letter for letter, name in GREEK.items()}

# What people call the tasks that a page is about, where its headings say it otherwise.
TASKS = {
    "course.md": (
        *("课程 检验", "西瓜书", "教材 例题", "课程 比较检验", "课程 性能度量"),
        *("课程 Friedman 检验", "课程 Nemenyi 后续检验", "课程 偏差 方差"),
    ),
    "faq.md": (
        *("ROC AUC is NaN", "only one class", "metric is NaN", "error message"),
        *("missing values",),
        *("只有一类", "指标是 NaN", "报错", "警告"),
    ),
    "how_to/boosting.md": (
        *("LightGBM custom metric", "XGBoost eval metric", "CatBoost metric"),
        *("LightGBM 自定义指标", "XGBoost 评价指标"),
    ),
    "how_to/calibration.md": (
        *("calibration", "calibration plot", "reliability diagram"),
        *("校准", "校准曲线", "可靠性图", "概率 可信"),
    ),
    "how_to/command_line.md": (
        *("command line", "CSV file", "pandas data frame"),
        *("命令行", "CSV 文件"),
    ),
    "how_to/corpus_metrics.md": (
        *("BLEU confidence interval", "sacrebleu", "compare two translation systems"),
        *("chrF", "perplexity confidence interval", "corpus-level metric"),
        *("paired bootstrap BLEU", "machine translation", "sufficient statistics"),
        *("机器翻译 比较", "BLEU 置信区间", "困惑度 置信区间", "语料级指标"),
    ),
    "how_to/cross_validation.md": (
        *("compare models by cross-validation", "compare three models"),
        *("compare several classifiers", "which model is better", "10-fold"),
        *("significance test after cross-validation", "statistical test"),
        *("compare cross_val_score of models", "model selection by folds"),
        *("comparison of algorithms", "comparing classifiers", "k-fold CV"),
        *("random forest or logistic regression", "k 折交叉验证 t 检验", "算法比较"),
        *("三个模型 交叉验证", "比较三个模型", "比较多个分类器", "哪个模型更好"),
        *("交叉验证 显著性检验", "十折交叉验证", "模型比较"),
    ),
    "how_to/design.md": (
        *("clustered data", "repeated measures", "several rows per patient"),
        *("sample weights", "missing values"),
        *("聚类数据", "重复测量", "样本权重", "缺失值"),
    ),
    "how_to/gate.md": (
        *("continuous integration", "CI metric", "nightly CI", "nightly gate"),
        *("fail CI when a metric drops", "fail the build if accuracy drops"),
        *("quality gate", "regression test for a model", "GitHub Actions", "GitLab"),
        *("metric threshold in a pipeline", "check a model every night"),
        *(
            "CI",
            "持续集成 指标",
            "CI 门禁",
            "指标 门禁",
            "质量门禁",
            "模型变差 构建失败",
        ),
        *("每晚 检查 指标", "夜间任务", "模型 回归测试"),
    ),
    "how_to/judges.md": (
        *("LLM as a judge", "LLM judge confidence interval", "autorater"),
        *("judge and human labels", "prediction-powered inference", "PPI"),
        *("correct judge bias", "few human labels", "win rate of two LLMs"),
        *("大模型评审", "评判模型", "评判模型 人工标签", "预测驱动推断"),
    ),
    "how_to/many_classes.md": (
        *("multiclass", "macro vs micro average", "multilabel classification"),
        *("weighted average",),
        *("多分类", "宏平均 微平均", "多标签"),
    ),
    "how_to/own_metric.md": (
        *("custom metric", "own metric", "make_scorer"),
        *("自定义指标",),
    ),
    "how_to/paper.md": (
        *("DeLong test", "DeLong test and calibration for a paper", "publication"),
        *("compare two AUCs", "p-value of two AUCs", "difference of two ROC curves"),
        *("comparison of ROC curves", "compare ROC curves"),
        *("table with confidence intervals", "calibration plot for a paper"),
        *("figure for a manuscript", "LaTeX table"),
        *("DeLong 检验", "德隆检验", "比较两个 AUC", "论文 表格", "论文 插图"),
        *("论文 置信区间", "论文 校准曲线", "DeLong 校准 论文"),
    ),
    "how_to/ratings.md": (
        *("Elo rating", "Bradley-Terry", "Chatbot Arena", "arena leaderboard"),
        *("rank LLMs by pairwise votes", "pairwise preferences", "battles"),
        *("is model A better than model B in the arena", "win rate of two models"),
        *("Elo 评分", "对战 排行榜", "两两比较 排名", "大模型 竞技场"),
    ),
    "how_to/rare_positives.md": (
        *("imbalanced data metric", "class imbalance", "imbalanced classes"),
        *("类别不平衡", "样本不平衡用什么指标", "不平衡数据"),
    ),
    "how_to/selective.md": (
        *("when may the model answer", "answer only when confident"),
        *("refer doubtful cases to a person", "abstaining classifier"),
        *("模型什么时候可以作答", "何时作答", "没有把握的样本交给人"),
    ),
    "how_to/speech.md": (
        *("speech recognition", "compare two ASR systems", "speech recognizers"),
        *("word error rate significance test", "WER confidence interval"),
        *("compare transcripts", "comparison of recognizers", "MAPSSWE", "CER"),
        *("比较两个语音识别系统", "语音识别 显著性检验", "比较 字错误率"),
        *("比较 词错误率", "字错误率 显著性", "WER 置信区间"),
    ),
    "how_to/survival.md": (
        *("survival analysis", "censored data", "time to event", "time-to-event model"),
        *("evaluate a Cox model", "competing risks", "dynamic AUC", "IPCW"),
        *("compare two survival models", "does the model predict relapse"),
        *("生存分析", "删失数据", "竞争风险", "评估 Cox 模型", "比较两个生存模型"),
        *("预测复发", "时间依赖 AUC"),
    ),
    "how_to/threshold.md": (
        *("best threshold", "cost-sensitive threshold", "choose a threshold"),
        *("cost matrix",),
        *("阈值怎么选", "选择阈值", "代价敏感", "代价矩阵"),
    ),
    "how_to/trec.md": (
        *("compare two retrieval systems", "compare two search engines"),
        *("trec_eval significance test", "nDCG of two systems", "MAP significance"),
        *("information retrieval evaluation", "qrels and run files", "qrels"),
        *("compare rankings", "comparison of ranked lists"),
        *("比较两个检索系统", "检索 显著性检验", "两个 TREC 结果 比较"),
        *("trec_eval 显著性", "两个搜索引擎 比较", "两个 TREC 运行"),
    ),
    "intervals.md": (
        *("confidence interval", "AUC interval", "coverage of intervals"),
        *("置信区间", "AUC 区间", "覆盖率"),
    ),
    "power.md": (
        *("sample size", "how many rows", "power analysis", "statistical power"),
        *("样本量", "需要多少样本", "检验功效"),
    ),
    "sklearn.md": (
        *("replace scikit-learn", "drop-in replacement for scikit-learn"),
        *("monkeypatch sklearn", "patch sklearn.metrics", "faster sklearn.metrics"),
        *("use instead of sklearn in a library", "replace sklearn under a library"),
        *("代替 sklearn", "替换 scikit-learn", "在库下面替换 scikit-learn"),
        *("给 sklearn 打补丁", "sklearn patch", "加速 sklearn"),
    ),
    "slices.md": (
        *("fairness metrics", "difference between groups", "metrics by group"),
        *("公平性", "分组指标"),
    ),
    "start.md": (
        *("install", "pip install", "installation"),
        *("安装", "快速开始"),
    ),
    "streams.md": (
        *("streaming metrics", "update and compute", "drift detection"),
        *("distributed", "mini-batches"),
        *("流式指标", "分布式", "漂移检测"),
    ),
    "tests.md": (
        *("is model A better than model B", "compare two classifiers"),
        *("significance test", "hypothesis test", "A/B test early stopping"),
        *("multiple comparisons",),
        *("显著性检验", "假设检验", "比较两个模型"),
    ),
    "validation.md": (
        *("overfitting", "data leakage", "how many folds", "cross-validated AUC"),
        *("hyperparameter tuning",),
        *("过拟合", "交叉验证 几折", "调参", "数据泄漏"),
    ),
    "which.md": (
        *("which metric should I use", "choose a metric", "macro or micro"),
        *("precision or recall", "PyTorch", "pandas"),
        *("用什么指标", "选择指标", "精确率 召回率"),
    ),
}


def words(row: Metric) -> list[str]:
    """Return what a row of the catalog is called, in both languages.

    A search looks for what was typed and knows nothing of `find`, to which BinaryAUROC,
    binary_auroc and binary auroc are one, and κ is kappa; so all of them are there.
    """
    known = [row.name, *row.aliases, *row.shared_names, *catalog.index().titles(row)]
    found = (written for word in known for written in _written(word))
    return [*dict.fromkeys(word.lower() for word in found)]


def _written(word: str) -> Iterator[str]:
    """Yield a word in the ways in which it is written."""
    yield word
    if HAN.search(word):
        yield word.replace(" ", "")
        return
    yield SPELLED.sub(lambda name: LETTERS[name[0]], word)
    yield word.replace("'s ", " ")
    parts = [part for part in BETWEEN.split(word) if part]
    yield OF_SOMEBODY.sub(r"\1's \2", " ".join(parts))
    if len(parts) > 1:
        yield from (between.join(parts) for between in ("", " ", "_", "-", "."))


def directive(row: Metric) -> str:
    """Return the directive that enters a page under all that its row is called."""
    return _entered(words(row))


def of_page(name: str, text: str) -> str:
    """Return a page that is written by hand, entered under its tasks."""
    if name not in TASKS:
        return text
    heading, _, rest = text.partition("\n")
    return f"{heading}\n\n```{{eval-rst}}\n{_entered(TASKS[name])}```\n{rest}"


def _entered(found: Iterable[str]) -> str:
    # The sign marks the page that is about the word, beside those that mention it.
    lines = (f"   ! single: {word}" for word in found)
    return ".. index::\n" + "\n".join(lines) + "\n"
