# Values that tests/golden/test_fpc.py holds the package to, by R's fpc.
# Usage: Rscript tools/golden_fpc.R   (needs the package fpc)
suppressMessages(library(fpc))
cat(R.version.string, "fpc", as.character(packageVersion("fpc")), "\n")
numbers <- c(
  "diameter", "average.distance", "separation.matrix", "dunn",
  "clus.avg.silwidths", "avg.silwidth", "ch"
)
clusterings <- list(
  species = as.integer(iris$Species),
  lengths = as.integer(cut(iris$Petal.Length, c(0, 2, 4.5, 5.2, 7)))
)
for (metric in c("euclidean", "manhattan")) {
  for (name in names(clusterings)) {
    cat(name, metric, "\n")
    found <- cluster.stats(dist(iris[, 1:4], metric), clusterings[[name]])
    for (what in numbers) {
      cat(" ", what, format(as.vector(found[[what]]), digits = 17), "\n")
    }
  }
}
