# Values that tests/golden/test_mlr3measures.py holds the package to, by R's
# mlr3measures, yardstick, ResourceSelection, rms, reliabilitydiag and glm.
# Usage: Rscript tools/golden_mlr3measures.R   (from the checkout; needs the packages)
suppressMessages({
  library(mlr3measures)
  library(rms)
})
packages <- c(
  "mlr3measures", "yardstick", "ResourceSelection", "rms", "reliabilitydiag"
)
for (package in packages) {
  cat(package, as.character(packageVersion(package)), "\n")
}
cat(R.version.string, "\n")
show <- function(what, ...) cat(what, format(c(...), digits = 17), "\n")

# A sequence of whole numbers that Python makes too: Park and Miller, 1988.
state <- 1
draw <- function(below) {
  state <<- (16807 * state) %% 2147483647
  state %% below
}

# 200 rows of four classes, of ten draws to the class, with shares of small whole
# numbers: values tie, and some rows give their own class no chance at all.
classes <- c("a", "b", "c", "d")
made <- t(replicate(200, {
  class <- c(1, 1, 1, 1, 1, 2, 2, 2, 3, 4)[draw(10) + 1]
  weight <- draw(5)
  parts <- c(draw(7), draw(7), draw(7), draw(7) + 1)
  parts[class] <- parts[class] + draw(6)
  c(class, weight, parts / sum(parts))
}))
truth <- factor(classes[made[, 1]], classes)
weights <- made[, 2]
shares <- made[, 3:6]
colnames(shares) <- classes
show("rows of each class", table(truth))
show("sum of weights, of the first column", sum(weights), sum(shares[, 1]))

cat("\nmlr3measures, four classes\n")
show("logloss", logloss(truth, shares))
show("logloss, weighted", logloss(truth, shares, sample_weights = weights))
show("mbrier", mbrier(truth, shares))
show("mbrier, weighted", mbrier(truth, shares, sample_weights = weights))
areas <- function(truth, shares) {
  for (variant in c("aunu", "aunp", "au1u", "au1p", "mu")) {
    area <- get(paste0("mauc_", variant))
    show(variant, suppressWarnings(area(truth, shares)))
  }
}
areas(truth, shares)
cat("\nmlr3measures, no row of the second class\n")
areas(truth[truth != "b"], shares[truth != "b", ])

cat("\nyardstick, four classes\n")
show("mn_log_loss", yardstick::mn_log_loss_vec(truth, shares))
weighing <- hardhat::importance_weights(weights)
show(
  "mn_log_loss, weighted",
  yardstick::mn_log_loss_vec(truth, shares, case_weights = weighing)
)
show("brier_class", yardstick::brier_class_vec(truth, shares))
show(
  "brier_class, weighted",
  yardstick::brier_class_vec(truth, shares, case_weights = weighing)
)
for (estimator in c("macro", "macro_weighted", "hand_till")) {
  area <- function(...) yardstick::roc_auc_vec(truth, shares, estimator = estimator, ...)
  show(estimator, area())
  if (estimator != "hand_till") {
    show(paste0(estimator, ", weighted"), area(case_weights = weighing))
  }
}
kept <- truth != "b"
show("hand_till, no row of the second class", suppressWarnings(
  yardstick::roc_auc_vec(truth[kept], shares[kept, ], estimator = "hand_till")
))

cat("\nOne certain miss of two rows\n")
missed <- factor(c(0, 1), c(0, 1))
show("logloss", logloss(missed, cbind("0" = c(0, 0), "1" = c(1, 1))))
show(
  "mn_log_loss",
  yardstick::mn_log_loss_vec(missed, c(1, 1), event_level = "second")
)

data <- read.csv("fastmetrics/data/breast_cancer.csv")
y <- data$y_true
sick <- factor(y, c(0, 1))
tiny <- .Machine$double.eps
clip <- function(p) pmin(pmax(p, tiny), 1 - tiny)
log_score <- function(y, p) -log(ifelse(y == 1, clip(p), 1 - clip(p)))
for (model in c("logistic_regression", "random_forest")) {
  cat("\n", model, "\n", sep = "")
  p <- data[[model]]
  both <- cbind("0" = 1 - p, "1" = p)
  show("logloss", logloss(sick, both))
  show("bbrier", bbrier(sick, p, positive = "1"))
  show("mbrier", mbrier(sick, both))
  second <- function(f) f(sick, p, event_level = "second")
  show("mn_log_loss", second(yardstick::mn_log_loss_vec))
  show("brier_class", second(yardstick::brier_class_vec))
  for (g in c(10, 15)) {
    test <- suppressWarnings(ResourceSelection::hoslem.test(y, p, g))
    show(paste0("hoslem.test, g = ", g), test$statistic, test$parameter, test$p.value)
    cells <- (test$observed - test$expected)^2 / test$expected
    show("  without cells 0/0", sum(cells, na.rm = TRUE))
  }
  show("val.prob S:z, S:p", val.prob(clip(p), y, pl = FALSE)[c("S:z", "S:p")])
  # glm's errors are those of the step before its last, so it steps once more.
  line <- y ~ qlogis(clip(p))
  fit <- glm(line, binomial, control = list(epsilon = 1e-15, maxit = 100))
  fit <- suppressWarnings(update(fit, start = coef(fit)))
  show("glm intercept, slope, their errors", coef(summary(fit))[, 1:2])
  for (score in list("brier", log_score)) {
    diagram <- reliabilitydiag::reliabilitydiag(x = p, y = y, region.level = NA)
    found <- summary(diagram, score = score)
    show(
      "reliabilitydiag score, MCB, DSC, UNC",
      found$mean_score, found$miscalibration, found$discrimination, found$uncertainty
    )
  }
  steps <- unique(diagram$x$bins$CEP_pav)
  show("reliabilitydiag, steps of the curve", length(steps))
  show(" ", steps)
}
