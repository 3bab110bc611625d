# Values that tests/golden/test_proc.py holds the package to, by R's pROC.
# Usage: Rscript tools/golden_proc.R   (from the checkout; needs the package pROC)
suppressMessages(library(pROC))
options(digits = 17)
cat(R.version.string, "pROC", as.character(packageVersion("pROC")), "\n")
data <- read.csv("fastmetrics/data/breast_cancer.csv")
curve <- function(score) roc(data$y_true, score, direction = "<", quiet = TRUE)
a <- curve(data$logistic_regression)
b <- curve(data$random_forest)
cat("AUC", auc(a), auc(b), "\n")
cat("DeLong variances, covariance", var(a), var(b), cov(a, b), "\n")
for (side in c("two.sided", "greater", "less")) {
  test <- roc.test(a, b, method = "delong", alternative = side)
  cat(side, test$statistic, test$p.value, "\n")
}
for (one in list(a, b)) {
  for (correct in c(FALSE, TRUE)) {
    part <- function(...) auc(one, partial.auc.correct = correct, ...)
    cat(
      "FPR 0-0.1, FPR 0.05-0.2, TPR 0.9-1:",
      part(partial.auc = c(1, 0.9)),
      part(partial.auc = c(0.95, 0.8)),
      part(partial.auc = c(1, 0.9), partial.auc.focus = "se"), "\n"
    )
  }
}
for (one in list(a, b)) {
  for (level in c(0.95, 0.9)) {
    bounds <- ci.auc(one, conf.level = level, method = "delong")
    cat("ci.auc", level, bounds[1], bounds[3], "\n")
  }
}
few <- roc(c(1, 0, 1, 1, 0, 0, 1, 0), c(8, 1, 7, 6, 3, 2, 5, 5.5), direction = "<", quiet = TRUE)
cat("ci.auc of eight rows", ci.auc(few)[c(1, 3)], "\n")
for (level in c(0.95, 0.9)) {
  test <- roc.test(a, b, method = "delong", conf.level = level)
  cat("difference", level, test$conf.int, "\n")
}
