# Values that tests/golden/test_regression.py holds the package to, by R's mlr3measures,
# yardstick and stats.
# Usage: Rscript tools/golden_regression.R   (from anywhere; needs the packages)
suppressMessages(library(mlr3measures))
for (package in c("mlr3measures", "yardstick")) {
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

# 200 rows of multiples of 1/8, above 0; values tie in both columns.
made <- t(replicate(200, {
  truth <- (draw(400) + 200) / 8
  c(truth, truth + (draw(101) - 50) / 4, draw(5))
}))
truth <- made[, 1]
response <- made[, 2]
weights <- made[, 3]
show("sums of the columns", colSums(made))

cat("\nmlr3measures\n")
for (id in c(
  "bias", "mae", "mape", "mse", "msle", "pbias", "rmse", "rmsle", "smape", "sse"
)) {
  measure <- get(id)
  show(id, measure(truth, response), measure(truth, response, sample_weights = weights))
}
for (id in c(
  "ktau", "maxae", "maxse", "medae", "medse", "rae", "rrse", "rse", "rsq", "sae", "srho"
)) {
  show(id, suppressWarnings(get(id)(truth, response)))
}
show(
  "pinball, alpha = 0.8",
  pinball(truth, response, alpha = 0.8),
  pinball(truth, response, sample_weights = weights, alpha = 0.8)
)
# Of each row.
show("mean of linex", mean(linex(truth, response)))
show("mean of linex, a = 0.25, b = 3", mean(linex(truth, response, a = 0.25, b = 3)))

cat("\nyardstick\n")
weighing <- hardhat::importance_weights(weights)
both <- function(what, f, ...) {
  f <- utils::getFromNamespace(f, "yardstick")
  show(
    what, f(truth, response, ...), f(truth, response, ..., case_weights = weighing)
  )
}
both("huber_loss", "huber_loss_vec")
both("huber_loss, delta = 2.5", "huber_loss_vec", delta = 2.5)
both("huber_loss_pseudo", "huber_loss_pseudo_vec")
both("huber_loss_pseudo, delta = 2.5", "huber_loss_pseudo_vec", delta = 2.5)
both("ccc", "ccc_vec")
show("ccc, bias = TRUE", yardstick::ccc_vec(truth, response, bias = TRUE))
both("mase", "mase_vec")
both("mase, m = 12", "mase_vec", m = 12L)
both("mase, mae_train = 10", "mase_vec", mae_train = 10)
both("msd", "msd_vec")
both("rsq_trad", "rsq_trad_vec")

cat("\nstats, of the line through the rows\n")
fit <- lm(truth ~ response)
show("logLik, AIC, BIC", logLik(fit), AIC(fit), BIC(fit))
show("df", attr(logLik(fit), "df"))
