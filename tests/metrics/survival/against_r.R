# Prints against_r.json: Rscript against_r.R fastmetrics/data/relapse.csv
#
# It is of R 4.2.2 with survival 3.5-3, riskRegression 2022.11.28, pec 2022.05.04,
# timeROC 0.4.1 and survRM2 1.0-4.
suppressMessages({
  library(survival); library(prodlim); library(pec); library(riskRegression)
  library(timeROC); library(survRM2)
})
data <- read.csv(commandArgs(TRUE)[1])
lines <- list()
say <- function(name, ...) {
  numbers <- paste(sprintf("%.12g", as.numeric(c(...))), collapse = ", ")
  lines[[length(lines) + 1]] <<- sprintf("    \"%s: %s\": [%s]", unit, name, numbers)
}
forecasts <- function(kind, model) {
  as.matrix(data[, paste(kind, model, c(365, 730, 1095), sep = "_")])
}
risk <- data$risk_nomogram
alive <- list(a = forecasts("survival", "nomogram"), b = forecasts("survival", "marker"))
gone <- lapply(alive, function(p) 1 - p)
of_relapse <- list(
  a = forecasts("incidence", "nomogram"), b = forecasts("incidence", "marker")
)
units <- list(
  days = list(data$days, c(365, 730, 1095), 1500),
  months = list(ceiling(data$days / 30), c(12, 24, 36), 50),
  apart = list(data$days + seq_len(nrow(data)) / 1024, c(365, 730, 1095), 1500)
)
for (unit in names(units)) {
  time <- units[[unit]][[1]]; at <- units[[unit]][[2]]; tau <- units[[unit]][[3]]
  code <- data$event
  d <- data.frame(time, code, died = as.integer(code > 0))
  d$stage <- data$stage; d$sex <- data$sex; d$risk <- risk
  for (transform in c("log-log", "log", "plain", "logit")) {
    fit <- survfit(Surv(time, died) ~ 1, data = d, conf.type = transform)
    s <- summary(fit, times = at)
    say(paste("bounds", transform), s$lower, s$upper)
    if (transform == "log-log") {
      say("kaplan_meier", s$surv, s$std.err)
      say("quantiles", unlist(quantile(fit, c(0.1, 0.25))))
    }
  }
  for (transform in c("plain", "logit")) {  # others are of the incidence itself in R
    fit <- survfit(Surv(time, factor(code)) ~ 1, data = d, conf.type = transform)
    s <- summary(fit, times = at)
    say(paste("bounds of incidence", transform), s$lower[, 2], s$upper[, 2])
  }
  say("aalen_johansen", s$pstate[, -1], s$std.err[, -1])
  log_rank <- survdiff(Surv(time, died) ~ stage, data = d)
  peto <- survdiff(Surv(time, died) ~ stage, data = d, rho = 1)
  strata <- survdiff(Surv(time, died) ~ stage + strata(sex), data = d)
  say("log-rank", log_rank$chisq, peto$chisq, strata$chisq)
  index <- function(...) {
    concordance(Surv(time, died) ~ risk, data = d, reverse = TRUE, ...)$concordance
  }
  say("concordance", index(), index(timewt = "n/G2"), index(timewt = "n/G2", ymax = tau))
  say("restricted mean", rmst2(d$time, d$died, d$sex == "male", tau)$RMST.arm1$rmst)
  if (unit == "apart") {  # pairs of equal times have other weights
    any <- cindex(list(a = as.matrix(-risk)), Surv(time, died) ~ 1, d,
      eval.times = tau, cens.model = "marginal")
    first <- cindex(list(a = as.matrix(risk)), Hist(time, code) ~ 1, d,
      eval.times = tau, cens.model = "marginal", cause = 1)
    say("cindex", any$AppCindex$a, first$AppCindex$a)
  }
  # Cases of timeROC are before a time, not at it: half a day or month later.
  roc <- function(delta, cause) {
    timeROC(T = time, delta = delta, marker = risk, cause = cause, times = at + 0.5,
      iid = TRUE)
  }
  any <- roc(d$died, 1)
  first <- roc(code, 1)
  second <- roc(code, 2)
  say("timeROC", any$AUC)
  say("timeROC event-free", first$AUC_1, second$AUC_1)
  say("timeROC all-others", first$AUC_2, second$AUC_2)
  if (unit == "apart") {  # with tied times errors are not of the jackknife
    say("timeROC se", any$inference$vect_sd_1)
    say("timeROC event-free se", first$inference$vect_sd_1, second$inference$vect_sd_1)
    say("timeROC all-others se", first$inference$vect_sd_2, second$inference$vect_sd_2)
  }
  errors <- pec::pec(list(a = cbind(1, alive$a)), Surv(time, died) ~ 1, d,
    times = c(0, at), exact = FALSE, cens.model = "marginal", reference = FALSE)
  say("pec", errors$AppErr$a[-1], crps(errors, times = at[3]))
  scores <- function(name, formula, models) {
    found <- Score(models, formula, d, times = at, cause = 1, cens.model = "km",
      summary = c("ipa", "ibs"), se.fit = TRUE)
    area <- as.data.frame(found$AUC$score)
    brier <- as.data.frame(found$Brier$score)
    brier$model <- as.character(brier$model)
    say(paste(name, "AUC"), area$AUC)
    say(paste(name, "Brier"), brier$Brier)
    say(paste(name, "IPA"), brier$IPA[brier$model != "Null model"])
    say(paste(name, "IBS"), brier$IBS[brier$times == at[3]])
    if (unit == "apart") {
      say(paste(name, "AUC se"), area$se)
      say(paste(name, "Brier se"), brier$se)
      of_area <- as.data.frame(found$AUC$contrasts)
      of_brier <- as.data.frame(found$Brier$contrasts)
      of_brier <- of_brier[as.character(of_brier$reference) == "a", ]
      say(paste(name, "differences"), of_area$delta.AUC, of_brier$delta.Brier)
      say(paste(name, "differences se"), of_area$se, of_brier$se)
    }
  }
  scores("any", Hist(time, died) ~ 1, gone)
  scores("cause 1", Hist(time, code) ~ 1, of_relapse)
}
cat(sprintf("{\n%s\n}\n", paste(lines, collapse = ",\n")))
