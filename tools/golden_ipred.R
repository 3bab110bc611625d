# Values that tests/selection/resampled_error/test_bootstrap_errors.py holds the
# bootstrap's estimates of error to, by R's ipred.
# Usage: Rscript tools/golden_ipred.R   (from the checkout; needs the package)
suppressMessages(library(ipred))
cat("ipred", as.character(packageVersion("ipred")), "\n")

# Numbers and resamples that Python makes too.
i <- 0:29
x <- ((i * 7919) %% 101) / 20 + (i %% 2) * 1.6
data <- data.frame(x = x, y = factor(i %% 2))
draws <- lapply(0:11, function(b) {
  ((i * i * (b + 3) + 17 * i * b + 5 * b) %% 31) %% 30 + 1
})

# The class whose mean is nearer.
model <- function(formula, data) {
  means <- tapply(data$x, data$y, mean)
  list(cut = mean(means), up = means[2] > means[1])
}
said <- function(object, newdata) {
  factor(as.integer((newdata$x > object$cut) == object$up), levels = c(0, 1))
}
for (how in c("boot", "632plus")) {
  found <- errorest(
    y ~ x,
    data = data, model = model, predict = said, estimator = how,
    est.para = control.errorest(nboot = length(draws), list.tindx = draws)
  )
  cat(how, sprintf("%.15f", found$error), "\n")
}
