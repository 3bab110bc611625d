"""What there is to say of tests and comparisons."""

from fastmetrics.metrics.about import About, Convention, Guide, Rival

__all__ = ["GUIDE"]

MCNEMAR = (
    "b and c the rows that only the one model got right and only the other, X the "
    "number of heads of b + c fair coins"
)
_DIFFERENCES = "Δ the scores of A less those of B by fold, s their standard deviation"
_CONSTANT = (
    "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, with a "
    "warning"
)
_PAIRS_CONSTANT = (
    "the two differences of every repetition are equal: 0 with a p-value of 1 if what "
    "is tested is 0, else NaN, with a warning"
)
_PAIRS = (
    "Δᵢ₁ and Δᵢ₂ the differences of the two folds of repetition i, sᵢ² the sum of "
    "their squared distances to their mean"
)
MEAN_RANKS = "r̄ᵢ the mean rank of model i of k over N data sets"
ONE_CLASS = "y_true has one class only: ValueError"
_BETS = "θₖ 42 shares from 1 down to 10⁻⁶ of a capital of 1, wₖ their weights"
LETTERS = (
    "ψ the share of rows on which exactly one model is right (σ in place of both roots "
    "for means over rows), z_α and z_β the normal quantiles of the level and the power"
)

ABOUT = {
    # comparisons of models on one test set
    "compare": About(
        "Which of several models differ on the same rows, and by how much?",
        "d ± q s, q = Q (max |d* − d| / s)",
        r"d \pm q\,s, \quad q = Q (\max |d^* - d| / s)",
        "d the difference of two models, d* that in a bootstrap replicate, s its "
        "standard error, the maximum over all pairs, Q its quantile at the level",
        "the metric is undefined on the data: NaN, with a warning",
    ),
    "metric_covariance": About(
        "How do the values of metrics and models vary together?",
        "C = (n − 1)/n Σᵢ (θᵢ − m) (θᵢ − m)ᵀ",
        r"C = \frac{n - 1}{n} \sum_i (\theta_i - m) (\theta_i - m)^T",
        "θᵢ all values without row i, m their mean, n how many rows there are",
        "a metric is undefined on the data, or without one of more than 10 % of the "
        "rows: NaN",
    ),
    # Tests of pairs: models on the same rows, or on the same data sets
    "paired_permutation_test": About(
        "Does it matter which of two models an output is of?",
        "p = 2⁻ⁿ #{s : |M(Aₛ) - M(Bₛ)| ≥ |M(A) - M(B)|}",
        r"p = 2^{-n}\, \#\{s : |M(A_s) - M(B_s)| \geq |M(A) - M(B)|\}",
        "M any metric, s a choice of some of n rows, Aₛ and Bₛ the outputs of A and B, "
        "exchanged in these rows",
    ),
    "mcnemar_table": About(
        "On how many rows are both models, one of the two or neither right?",
        "M = (m₁₁, m₁₀; m₀₁, m₀₀)",
        r"M = (m_{11}, m_{10}; m_{01}, m_{00})",
        "m₁₀ the number of rows that A alone got right, m₀₁ that B alone did, m₁₁ both "
        "and m₀₀ neither",
    ),
    "mcnemar_test": About(
        "Are two models right equally often on the same rows?",
        "p = min(1, 2 P(X ≤ min(b, c)))",
        r"p = \min(1, 2 P(X \leq \min(b, c)))",
        MCNEMAR,
    ),
    "mcnemar_test_from_table": About(
        "Does a table of right and wrong answers tell two models apart?",
        "p = min(1, 2 P(X ≤ min(b, c)))",
        r"p = \min(1, 2 P(X \leq \min(b, c)))",
        MCNEMAR,
        given={"table": [[20, 5], [12, 10]]},
    ),
    "cochran_q_test": About(
        "Are several models right equally often on the same rows?",
        "Q = (k − 1) (k Σⱼ Cⱼ² − T²) / (k T − Σᵢ Rᵢ²)",
        r"Q = \frac{(k - 1) (k \sum_j C_j^2 - T^2)}{k T - \sum_i R_i^2}",
        "Cⱼ the right answers of the j-th of k models, Rᵢ those to row i, T all of "
        "them; Q is compared with the χ² law of k − 1 degrees of freedom",
    ),
    "bayesian_signed_rank_test": About(
        "How probable is it that one of two models is practically better?",
        "p = P(θ₁ > max(θ₂, θ₃))",
        r"p = P(\theta_1 > \max(\theta_2, \theta_3))",
        "θ₁, θ₂ and θ₃ the shares of averages of two differences above, in and below "
        "the region of practical equivalence, by weights that are drawn from their "
        "posterior",
    ),
    "unpaired_permutation_test": About(
        "Do two models differ that were judged on different rows, by any metric?",
        "p = P(|M(S) − M(S̄)| ≥ |M(A) − M(B)|)",
        r"p = P(|M(S) - M(\bar S)| \geq |M(A) - M(B)|)",
        "M the metric of some rows, S as many of all rows as A has, drawn at random, "
        "and S̄ the others",
        "the metric is undefined on the data: NaN, with a warning",
    ),
    "sign_test": About(
        "Is the first of two paired numbers the greater one more often?",
        "p = min(1, 2 min(P(X ≥ b), P(X ≤ b)))",
        r"p = \min(1, 2 \min(P(X \geq b), P(X \leq b)))",
        "b how many of m pairs that differ have the greater number first, X the number "
        "of heads of m fair coins",
    ),
    "wilcoxon_signed_rank_test": About(
        "Do differences of pairs lie above 0 as much as below?",
        "W = Σᵢ sᵢ rank(|dᵢ|)",
        r"W = \sum_i s_i \mathrm{rank}(|d_i|)",
        "dᵢ the i-th difference, sᵢ 1 where it is above 0 and else 0; where "
        "differences are symmetric around 0, sᵢ is 0 or 1 with probability ½",
    ),
    # tests that may be looked at every day
    "SequentialTest": About(
        "Is a model as good as was promised, however often its rows are looked at?",
        "E = Σₖ wₖ Πᵢ (1 − θₖ + θₖ yᵢ/μ),  p = min(1, 1/max E)",
        r"E = \sum_k w_k \prod_i (1 - \theta_k + \theta_k y_i / \mu), \quad"
        r" p = \min(1, 1 / \max E)",
        f"{_BETS}, yᵢ the value of row i as a share of its range, μ that of the null; "
        'E is of the alternative "greater", and its maximum is over all looks so far',
    ),
    "SequentialComparison": About(
        "Which of two models is better, however often their rows are looked at?",
        "E = Σₖ wₖ Πᵢ (1 − θₖ + θₖ yᵢ/μ)",
        r"E = \sum_k w_k \prod_i (1 - \theta_k + \theta_k y_i / \mu)",
        f"{_BETS}, yᵢ the difference of both models on row i as a share of its range, "
        "μ that of the null, ½ where there is no margin",
    ),
    "ChangeDetector": About(
        "Has a model become worse than it may be, and since when?",
        "Rₖ ← max(1, Rₖ) Πᵢ (1 − θₖ + θₖ (1 − yᵢ)/(1 − μ)),  Σₖ wₖ Rₖ ≥ ℓ",
        r"R_k \leftarrow \max(1, R_k) \prod_i (1 - \theta_k + \theta_k"
        r" (1 - y_i) / (1 - \mu)), \quad \sum_k w_k R_k \geq \ell",
        f"{_BETS}, yᵢ the value of row i of an update as a share of its range, μ that "
        "of the null, ℓ the average run length",
    ),
    "sequential_z_test": About(
        "Is an estimate what it should be, however often it and its error are looked "
        "at?",
        "E = Σₖ wₖ exp(θₖ √n z − θₖ² n/2)",
        r"E = \sum_k w_k \exp(\theta_k \sqrt{n} z - \theta_k^2 n / 2)",
        "z the estimate less the null over its error, n the rows it rests on, θₖ 36 "
        "shares from ⅛ down to 10⁻⁶, wₖ their weights",
    ),
    "confidence_sequence": About(
        "Between which bounds does a mean lie, at all looks together?",
        "all m with max(E₊(m), E₋(m)) < 2/α",
        r"\mathrm{all}\ m\ \mathrm{with}\ \max(E_+(m), E_-(m)) < 2 / \alpha",
        "E₊(m) and E₋(m) what bets have become on a mean above m and below it, 1 − α "
        "the confidence level",
        "there are no bounds of the values and all values are equal: NaN, with a "
        "warning",
    ),
    "sequential_sample_size": About(
        "By how many rows has a sequential comparison found a difference?",
        "Φ(z − κ) + exp(κ (z − κ/2)) Φ(−z) ≥ power,  z = δ √n / σ",
        r"\Phi(z - \kappa) + \exp(\kappa (z - \kappa / 2)) \Phi(-z) \geq"
        r" \mathrm{power}, \quad z = \delta \sqrt{n} / \sigma",
        "δ the difference, σ² the discordance or the variance of differences by row, κ "
        "the z from which on the test rejects at n rows",
    ),
    # tests of two models over several folds
    "paired_cv_t_test": About(
        "Do two models' scores differ on average, if the folds are independent?",
        "t = √k Δ̄ / s",
        r"t = \frac{\sqrt{k} \, \bar \Delta}{s}",
        f"{_DIFFERENCES}; t has k − 1 degrees of freedom",
        _CONSTANT,
    ),
    "corrected_resampled_t_test": About(
        "Do two models' scores differ on average, though training sets overlap?",
        "t = Δ̄ / (s √(1/J + v/u))",
        r"t = \frac{\bar \Delta}{s \sqrt{1/J + v/u}}",
        f"{_DIFFERENCES}; J of them, trained on u rows and tested on v; t has J − 1 "
        "degrees of freedom",
        _CONSTANT,
    ),
    "five_by_two_cv_t_test": About(
        "Do two models' scores differ on five repetitions of two folds?",
        "t = Δ₁₁ / √(Σᵢ sᵢ² / 5)",
        r"t = \frac{\Delta_{11}}{\sqrt{\sum_i s_i^2 / 5}}",
        f'{_PAIRS}; t has 5 degrees of freedom. With numerator="mean", Δ₁₁ is replaced '
        "by √2 times the mean of the first two",
        _PAIRS_CONSTANT,
    ),
    "five_by_two_cv_f_test": About(
        "Do two models' scores differ on any of five repetitions of two folds?",
        "F = Σᵢⱼ Δᵢⱼ² / (2 Σᵢ sᵢ²)",
        r"F = \frac{\sum_{ij} \Delta_{ij}^2}{2 \sum_i s_i^2}",
        f"{_PAIRS}; F has 10 and 5 degrees of freedom",
        _PAIRS_CONSTANT,
    ),
    "cv_loss_test": About(
        "Do the models of a cross-validation lose the same on average?",
        "z = √n h̄ / σ,  σ² = Σᵢ (hᵢ − h̄)² / n",
        r"z = \frac{\sqrt{n} \, \bar h}{\sigma}, \quad \sigma^2 = \frac{1}{n}"
        r" \sum_i (h_i - \bar h)^2",
        "hᵢ the loss of A less that of B on row i of n; "
        'with variance="within", σ² is the mean of the variances within the folds',
        "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, "
        "with a warning",
    ),
    "diebold_mariano_test": About(
        "Do two forecasters of one series lose the same on average?",
        "t = d̄ / √(V / n),  V = Σⱼ Cⱼ² / B",
        r"t = \frac{\bar d}{\sqrt{V / n}}, \quad V = \frac{1}{B} \sum_j C_j^2",
        "d the loss of A minus the loss of B at each of n times; Cⱼ is √(2/n) times "
        "the sum of dₜ cos(πj(t − ½)/n), j = 1 … B",
        "all differences are equal: 0 with a p-value of 1 if they are 0, else NaN, "
        "with a warning",
    ),
    "model_confidence_set": About(
        "Which of many forecasters may be the best?",
        "T = maxᵢ d̄ᵢ / se(d̄ᵢ)",
        r"T = \max_i \frac{\bar d_i}{\mathrm{se}(\bar d_i)}",
        "d̄ᵢ is the mean loss of model i minus the mean of all models that are left; "
        "the worst one is left out until T is not significant",
        "models whose losses are equal at all times stay together",
    ),
    "bayesian_correlated_t_test": About(
        "How probable is it that one model is better, by more than is of interest?",
        "μ ~ St(J − 1; Δ̄, s² (1/J + v/u))",
        r"\mu \sim \mathrm{St}(J - 1; \bar \Delta, s^2 (1/J + v/u))",
        f"{_DIFFERENCES}; J of them, trained on u rows and tested on v; μ is the mean "
        "difference, whose probability is added up below, in and above ±rope",
    ),
    # tests of error rates
    "binomial_test": About(
        "Can the error rate of a model be so many per cent, given its errors?",
        "p = Σᵢ C(m, i) ε₀ⁱ (1 − ε₀)ᵐ⁻ⁱ",
        r"p = \sum_i C(m, i) \, \epsilon_0^i (1 - \epsilon_0)^{m - i}",
        "m rows, ε₀ the rate that is held against the x errors found; i runs over all "
        "numbers of errors that are at least as extreme as x",
    ),
    "error_rate_t_test": About(
        "Can the error rate of a model be so many per cent, given those of several "
        "test sets?",
        "t = √k (μ − ε₀) / σ",
        r"t = \frac{\sqrt{k} \, (\mu - \epsilon_0)}{\sigma}",
        "k error rates of mean μ and standard deviation σ, ε₀ the rate that is held "
        "against them; t has k − 1 degrees of freedom",
        "all rates are equal: 0 with a p-value of 1 if they are ε₀, else NaN, with a "
        "warning",
    ),
    "proportions_test": About(
        "Do error rates on different test sets differ by more than chance?",
        "χ² = Σⱼ (xⱼ − nⱼ p̄)² / (nⱼ p̄ (1 − p̄))",
        r"\chi^2 = \sum_j \frac{(x_j - n_j \bar p)^2}{n_j \, \bar p \, (1 - \bar p)}",
        "xⱼ the errors of model j in nⱼ rows, p̄ their share in all rows; χ² has one "
        "degree of freedom less than there are models",
    ),
    # intervals from given numbers
    "interval_from_replicates": About(
        "Between which bounds does a value lie, by replicates drawn elsewhere?",
        "[Q(α/2), Q(1 − α/2)]",
        r"[Q(\alpha/2),\, Q(1 - \alpha/2)]",
        "Q the quantiles of the replicates, 1 − α the confidence level; this is the "
        "percentile method, the default",
        "more than a tenth of the replicates are NaN: no bounds, with a warning",
    ),
    "proportion_interval": About(
        "Between which bounds does a share lie?",
        "all p with |s/n − p| ≤ z √(p (1 − p) / n)",
        r"\mathrm{all}\ p\ \mathrm{with}\ |s/n - p| \leq z \sqrt{p (1 - p) / n}",
        "s the successes, n the rows, z the normal quantile of the confidence level; "
        "this is Wilson's method, the default",
    ),
    # Many models on many data sets: their ranks, and tests of them
    "rank_scores": About(
        "Which model is the best on each data set, which the second best, and so on?",
        "rᵢⱼ = 1 + #{l: sᵢₗ > sᵢⱼ} + ½ #{l ≠ j: sᵢₗ = sᵢⱼ}",
        r"r_{ij} = 1 + \#\{l : s_{il} > s_{ij}\}"
        r" + \frac{1}{2} \#\{l \neq j : s_{il} = s_{ij}\}",
        "sᵢⱼ the score of model j on data set i, greater being better",
    ),
    "friedman_test": About(
        "Do several models differ at all over several data sets?",
        "F = (N − 1) χ² / (N (k − 1) − χ²),  χ² = 12 N / (k (k + 1)) (Σᵢ r̄ᵢ² − "
        "k (k + 1)² / 4)",
        r"F = \frac{(N - 1)\,\chi^2}{N (k - 1) - \chi^2},\quad \chi^2 ="
        r" \frac{12 N}{k (k + 1)}\left(\sum_i \bar r_i^2 -"
        r" \frac{k (k + 1)^2}{4}\right)",
        f"{MEAN_RANKS}; ties correct χ²; without differences all orders of each data "
        "set's ranks are equally likely",
    ),
    "quade_test": About(
        "Do several models differ, where data sets that tell them apart weigh more?",
        "F = (N − 1) B / (A − B),  A = Σᵢⱼ Sᵢⱼ²,  B = Σⱼ (Σᵢ Sᵢⱼ)² / N",
        r"F = \frac{(N - 1)\,B}{A - B},\quad A = \sum_{ij} S_{ij}^2,\quad"
        r" B = \frac{1}{N} \sum_j \left(\sum_i S_{ij}\right)^2",
        "Sᵢⱼ = Qᵢ (rᵢⱼ − (k + 1) / 2), rᵢⱼ the rank of model j of k on data set i of "
        "N, Qᵢ the rank of the data set by the range of its scores",
    ),
    "aligned_ranks_test": About(
        "Do several models differ, by ranks across data sets?",
        "χ² = (k − 1) (Σⱼ Rⱼ² − k N² (k N + 1)² / 4) / (Σᵢⱼ rᵢⱼ² − Σᵢ Tᵢ² / k)",
        r"\chi^2 = \frac{(k - 1) \left(\sum_j R_j^2 - k N^2 (k N + 1)^2 / 4\right)}"
        r"{\sum_{ij} r_{ij}^2 - \sum_i T_i^2 / k}",
        "rᵢⱼ the rank among all of what model j of k has above the mean of data set i "
        "of N, Rⱼ the sum of a model's, Tᵢ that of a data set's",
    ),
    "page_test": About(
        "Are the models in the order that was expected, over several data sets?",
        "L = Σⱼ j Rⱼ",
        r"L = \sum_j j\, R_j",
        "Rⱼ the sum over data sets of the ranks of the model that was expected at "
        "place j; without differences all orders of each data set's ranks are as "
        "likely",
    ),
    "kruskal_wallis_test": About(
        "Do several models differ that were judged on different data?",
        "H = 12 / (n (n + 1)) Σⱼ nⱼ (R̄ⱼ − (n + 1) / 2)²",
        r"H = \frac{12}{n (n + 1)} \sum_j n_j"
        r" \left(\bar R_j - \frac{n + 1}{2}\right)^2",
        "R̄ⱼ the mean rank of the nⱼ values of model j among all n values; ties correct "
        "H, which has χ² with one degree of freedom less than there are models",
    ),
    "dunn_test": About(
        "Which of several models differ that were judged on different data?",
        "zᵢⱼ = (R̄ᵢ − R̄ⱼ) / √(s² (1/nᵢ + 1/nⱼ)),  s² = n (n + 1) / 12 − "
        "Σ (t³ − t) / (12 (n − 1))",
        r"z_{ij} = \frac{\bar R_i - \bar R_j}{\sqrt{s^2 (1/n_i + 1/n_j)}},\quad s^2 ="
        r" \frac{n (n + 1)}{12} - \frac{\sum (t^3 - t)}{12 (n - 1)}",
        "R̄ⱼ the mean rank of the nⱼ values of model j among all n values, t the sizes "
        "of groups of ties; Holm's adjustment is the default",
    ),
    "nemenyi_test": About(
        "Which of several models differ over several data sets?",
        "pᵢⱼ = P(R > √2 |r̄ᵢ − r̄ⱼ| / √(k (k + 1) / (6 N)))",
        r"p_{ij} = P\left(R > \sqrt{2}\,"
        r"\frac{|\bar r_i - \bar r_j|}{\sqrt{k (k + 1) / (6 N)}}\right)",
        f"{MEAN_RANKS}, R the range of k standard normal variables",
    ),
    "bonferroni_dunn_test": About(
        "Which models differ from a control over several data sets?",
        "pᵢ = min(1, 2 (k − 1) Φ(−|r̄ᵢ − r̄c| / √(k (k + 1) / (6 N))))",
        r"p_i = \min\left(1,\; 2 (k - 1)\,\Phi\left("
        r"-\frac{|\bar r_i - \bar r_c|}{\sqrt{k (k + 1) / (6 N)}}\right)\right)",
        f"{MEAN_RANKS}, r̄c that of the control, Φ the normal distribution function",
    ),
    "pairwise_tests": About(
        "Which of several models differ, by a test and an adjustment of your choice?",
        "p̃ᵢⱼ = adjusted(pᵢⱼ)",
        r"\tilde p_{ij} = \mathrm{adjusted}(p_{ij})",
        "pᵢⱼ the p-value of the test of models i and j",
        "two models differ by the same number everywhere, in tests of Student's law: "
        "NaN, with a warning",
    ),
    "critical_difference": About(
        "By how much must the mean ranks of two models differ to be told apart?",
        "CD = qα √(k (k + 1) / (6 N))",
        r"\mathrm{CD} = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}",
        "k models, N data sets, qα the quantile of the range of k standard normal "
        "variables over √2 (all pairs), or of the normal law (a control)",
    ),
    "mean_rank_moments": About(
        "Where do mean ranks lie, and how far apart, if no model is better?",
        "E[r̄] = (k + 1) / 2, Var[r̄] = (k² − 1) / (12 N)",
        r"E[\bar r] = \frac{k + 1}{2}, \quad"
        r" \mathrm{Var}[\bar r] = \frac{k^2 - 1}{12 N}",
        "k models, N data sets without ties",
    ),
    "error_count_probability": About(
        "How likely is it that a model of that error rate makes so many errors?",
        "m! / (x! (m − x)!) ε^x (1 − ε)^(m − x)",
        r"\frac{m!}{x! \, (m - x)!} \epsilon^x (1 - \epsilon)^{m - x}",
        "m rows, x errors among them, ε the error rate of the model",
    ),
    "studentized_range_sf": About(
        "How likely is it that the range of several normal variables exceeds q?",
        "P(R > q) = k ∫ φ(z) Φ(z)ᵏ⁻¹ (1 − (1 − Φ(z − q) / Φ(z))ᵏ⁻¹) dz",
        r"P(R > q) = k \int \varphi(z)\,\Phi(z)^{k-1} \left(1 - \left(1 -"
        r" \frac{\Phi(z - q)}{\Phi(z)}\right)^{k-1}\right) dz",
        "φ and Φ the density and the distribution function of a normal variable, z the "
        "largest of k",
    ),
    # comparisons over several data sets
    "compare_across_datasets": About(
        "Which of several models are better than others, over several data sets?",
        "F = (N − 1) χ² / (N (k − 1) − χ²),  p ≤ α ⇒ pᵢⱼ",
        r"F = \frac{(N - 1)\,\chi^2}{N (k - 1) - \chi^2},\quad"
        r" p \leq \alpha \Rightarrow p_{ij}",
        "χ² Friedman's statistic of k models on N data sets; where its p-value p is at "
        "most α, pᵢⱼ are those of each pair, by Nemenyi's test or that of your choice",
        "two models differ by the same number everywhere, in tests of Student's law: "
        "their p-value is NaN, with a warning",
    ),
    # adjusted p-values
    "adjust_pvalues": About(
        "What is each p-value worth when several tests were made?",
        "p̃ᵢ = maxⱼ (m − j + 1) pⱼ,  j ≤ i",
        r"\tilde p_i = \max_{j \leq i}\, (m - j + 1)\, p_j",
        "m the number of tests, pⱼ the j-th smallest p-value; this is Holm's method, "
        "the default",
    ),
    # bands around curves, and of curves above each other
    "roc_band": About(
        "Where does the true ROC curve lie?",
        "(x, y) with |x − FPR(t)| ≤ d₀ and |y − TPR(t)| ≤ d₁ for some t",
        r"(x, y):\ |x - \mathrm{FPR}(t)| \leq d_0,"
        r"\ |y - \mathrm{TPR}(t)| \leq d_1 \text{ with and for some } t",
        "d₀ and d₁ the quantiles of Kolmogorov's distance of so many negatives and "
        "positives at the root of the level; other methods by name",
        ONE_CLASS,
    ),
    "precision_recall_band": About(
        "What precision may a scorer really have at each recall?",
        "π r / (π r + (1 − π) f(r))",
        r"\frac{\pi r}{\pi r + (1 - \pi) f(r)}",
        "r the recall, π the share of positives and f(r) the false positive rate at "
        "that recall, of rows drawn anew; other methods by name",
        ONE_CLASS,
    ),
    "curve_dominance": About(
        "Is one scorer's curve nowhere below the other's?",
        "TPR_a(f) − TPR_b(f) for f from 0 to 1",
        r"\mathrm{TPR}_a(f) - \mathrm{TPR}_b(f) \text{ for f from 0 to 1}",
        "f the false positive rate; or precisions at each recall",
        ONE_CLASS,
    ),
    # planning: rows, differences and power
    "minimum_detectable_difference": About(
        "Which difference of two models do so many rows show?",
        "n δ² = (z_α √ψ + z_β √(ψ − δ²))²",
        r"n \delta^2 = \left(z_\alpha \sqrt{\psi} + z_\beta"
        r" \sqrt{\psi - \delta^2}\right)^2",
        LETTERS,
        "δ exceeds ψ: NaN",
    ),
    "required_sample_size": About(
        "How many rows does it take to show a difference of two models?",
        "⌈(z_α √ψ + z_β √(ψ − δ²))² / δ²⌉",
        r"\left\lceil \frac{\left(z_\alpha \sqrt{\psi} + z_\beta"
        r" \sqrt{\psi - \delta^2}\right)^2}{\delta^2} \right\rceil",
        LETTERS,
    ),
    "comparison_power": About(
        "With what chance do so many rows show a difference of two models?",
        "Σ_d P(d) P(p ≤ α | d, b),  d ~ Bin(n, ψ),  b ~ Bin(d, (ψ + δ) / 2ψ)",
        r"\sum_d P(d)\, P(p \leq \alpha \mid d, b), \quad"
        r" d \sim \mathrm{Bin}(n, \psi), \quad"
        r" b \sim \mathrm{Bin}(d, \frac{\psi + \delta}{2 \psi})",
        "ψ the share of rows on which exactly one model is right, δ the difference, d "
        "the number of such rows, b those that A has right, p the p-value of b and d",
    ),
    "auc_sample_size": About(
        "How many rows does an area under the ROC curve take, or the difference of "
        "two?",
        "2 z √v(A) ≤ width, or z_α √v(A₀) + z_β √v(A) ≤ |A − A₀|",
        r"2 z \sqrt{v(A)} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{v(A_0)} + z_\beta \sqrt{v(A)} \leq |A - A_0|",
        "A the area that is expected and A₀ the one to be refuted, v the variance of "
        "an area of so many rows, or of its difference from another area A₀, z normal "
        "quantiles",
        rivals=(
            Rival(
                "R: pROC",
                "power.roc.test(auc=0.8, power=0.9, kappa=3.5)",
                51.0,
                "gives 11.2 positive and 39.1 negative rows by Obuchowski's variance, "
                'here variance="obuchowski" with prevalence=1/4.5; the default gives '
                "47",
                equals="fastmetrics.auc_sample_size(0.8, null=0.5, power=0.9, "
                'prevalence=1 / 4.5, variance="obuchowski")',
            ),
        ),
    ),
    "proportion_sample_size": About(
        "How many rows does one share take?",
        "high − low ≤ width, or z_α √(p₀(1 − p₀)/n) + z_β √(p(1 − p)/n) ≤ |p − p₀|",
        r"\mathrm{high} - \mathrm{low} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{p_0 (1 - p_0) / n} + z_\beta \sqrt{p (1 - p) / n}"
        r" \leq |p - p_0|",
        "p the share that is expected and p₀ the one to be refuted, z normal quantiles",
    ),
    "error_rate_sample_size": About(
        "How many utterances does one error rate of words take?",
        "v = D r/(n m) or (c r)²/n;  2 z √v(r) ≤ width, or z_α √v(r₀) + z_β √v(r) ≤ "
        "|r − r₀|",
        r"v = \frac{D r}{n m} \quad\text{or}\quad \frac{(c r)^2}{n}; \quad"
        r" 2 z \sqrt{v(r)} \leq \mathrm{width} \quad\text{or}\quad"
        r" z_\alpha \sqrt{v(r_0)} + z_\beta \sqrt{v(r)} \leq |r - r_0|",
        "r the rate that is expected and r₀ the one to be refuted, D the design "
        "effect, m the words of an utterance, c the coefficient of variation of its "
        "errors, n the utterances, z normal quantiles",
    ),
}

_MCNEMAR = ("mcnemar_test", "mcnemar_test_from_table")

CONVENTIONS = (
    Convention(
        "The law of Friedman's statistic",
        "χ² with k − 1 degrees of freedom",
        "Friedman (1937), SciPy friedmanchisquare, R friedman.test",
        'statistic="chi2"',
        ("friedman_test",),
    ),
    Convention(
        "The law of Friedman's statistic",
        "F with k − 1 and (k − 1) (N − 1) degrees of freedom",
        "Iman and Davenport (1980), Demšar (2006), scmamp",
        'statistic="f", the default',
        ("friedman_test",),
    ),
    Convention(
        "Ties in Friedman's statistic",
        "corrected for: of ranks 1, 2, 3 on three data sets and 1, 2.5, 2.5 on a "
        "fourth F = 57",
        "SciPy friedmanchisquare, R friedman.test",
        'ties="corrected", the default',
        ("friedman_test",),
    ),
    Convention(
        "Ties in Friedman's statistic",
        "ignored: of the same ranks F = 24.43",
        "Demšar (2006), Zhou (2016)",
        'ties="ignored"',
        ("friedman_test",),
    ),
    Convention(
        "The numerator of the 5×2cv t test",
        "the difference of the first fold",
        "Dietterich (1998), mlxtend",
        'numerator="first", the default',
        ("five_by_two_cv_t_test",),
    ),
    Convention(
        "The numerator of the 5×2cv t test",
        "√2 times the mean of the first two differences",
        "here alone; textbooks that leave √2 out have the level 0.015 for 0.05",
        'numerator="mean"',
        ("five_by_two_cv_t_test",),
    ),
    Convention(
        "McNemar's test with as many rows for the one as for the other",
        "χ² = 0 with continuity correction, and a mid-p value of 1",
        "here alone",
        'method="chi2", method="mid-p"',
        _MCNEMAR,
    ),
    Convention(
        "McNemar's test with as many rows for the one as for the other",
        "χ² = 1 / (b + c) with continuity correction",
        "mlxtend",
        "no option",
        _MCNEMAR,
    ),
    Convention(
        "McNemar's test with as many rows for the one as for the other",
        "a mid-p value of 1 − ½ P(X = b)",
        "the code of Fagerland and others (2013)",
        "no option",
        _MCNEMAR,
    ),
)


GUIDE = Guide(about=ABOUT, rows={}, conventions=CONVENTIONS)
