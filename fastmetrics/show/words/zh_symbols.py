"""Chinese (simplified): what the letters of formulas mean."""

SYMBOLS = {
    "tp_c the rows of class c, of C, that have it among the k with the largest scores, "
    "fn_c its others, fp_c the rows of others that have it there": (
        "tp_c 为类别 c 的行中得分最大的 k 个类别含 c 的行数，fn_c 为该类别其余的行，fp_c "
        "为其他类别的行中含 c 的行数，共有 C 个类别"
    ),
    # labels
    "P precision, R recall": "P 为查准率，R 为查全率",
    "y the true and ŷ the predicted label of each of n rows; […] is 1 where it holds, "
    "else 0": "y 与 ŷ 为 n 行中每一行的真实标记与预测标记；[…] 成立时为 1，否则为 0",
    "w the weight, y the true and ŷ the predicted label of a row, pos the positive "
    "label; […] is 1 where it holds, else 0": (
        "w 为一行的权重，y 与 ŷ 为其真实标记与预测标记，pos 为正例的标记；"
        "[…] 成立时为 1，否则为 0"
    ),
    "y the true and ŷ the predicted of L labels of n rows; […] is 1 where it holds, "
    "else 0": "y 与 ŷ 为 n 行的 L 个标记的真实值与预测值；[…] 成立时为 1，否则为 0",
    "y the true and ŷ the predicted label of a row: rows are the truth": (
        "y 与 ŷ 为一行的真实标记与预测标记：矩阵的行为真实情况"
    ),
    "tp, fp and fn of each class c against the rest; of one label per row and all "
    "classes precision, recall and F₁ are the accuracy": (
        "tp、fp 与 fn 为每一类 c 对其余各类的计数；每行一个标记且取所有类时，"
        "查准率、查全率与 F₁ 都等于精度"
    ),
    "tp the true positives, fn the false negatives": "tp 为真正例数，fn 为假反例数",
    "tn the true negatives, fp the false positives": "tn 为真反例数，fp 为假正例数",
    "tp and fp the true and false positives": "tp 与 fp 为真正例数与假正例数",
    "tp, fp, fn the true positives and the errors": "tp 为真正例数，fp 与 fn 为错误数",
    "P precision, R recall; tp, fp, fn the true positives and the errors": (
        "P 为查准率，R 为查全率；tp 为真正例数，fp 与 fn 为错误数"
    ),
    "tp, fp, fn the true positives and the errors of a class": (
        "tp 为一类的真正例数，fp 与 fn 为其错误数"
    ),
    "tp, fp, fn the true positives and the errors of a class; β is 1 by default": (
        "tp 为一类的真正例数，fp 与 fn 为其错误数；β 默认为 1"
    ),
    "tn the true negatives, fn the false negatives": "tn 为真反例数，fn 为假反例数",
    "fp the false positives, tn the true negatives": "fp 为假正例数，tn 为真反例数",
    "fn the false negatives, tp the true positives": "fn 为假反例数，tp 为真正例数",
    "tp the true positives, fp the false positives": "tp 为真正例数，fp 为假正例数",
    "fp the false positives, tp the true positives": "fp 为假正例数，tp 为真正例数",
    "fn the false negatives, tn the true negatives": "fn 为假反例数，tn 为真反例数",
    "tp the true positives, fp the false positives, tn the true negatives, fn the "
    "false negatives": ("tp 为真正例数，fp 为假正例数，tn 为真反例数，fn 为假反例数"),
    "TPR and TNR the true positive and true negative rate": (
        "TPR 与 TNR 为真正例率与真反例率"
    ),
    "TPR and FPR the true and false positive rate": "TPR 与 FPR 为真正例率与假正例率",
    "FNR and TNR the false and true negative rate": "FNR 与 TNR 为假反例率与真反例率",
    "the true positive rate plus the true negative rate minus 1": (
        "真正例率加真反例率减 1"
    ),
    "the positive plus the negative predictive value minus 1": (
        "阳性预测值加阴性预测值减 1"
    ),
    "the four counts of right and wrong rows": "正确与错误的行的四个计数",
    "the four counts of class c against the rest": "类 c 对其余各类的四个计数",
    "the rates of right and wrong predictions of the two classes": (
        "两个类各自预测正确与错误的比率"
    ),
    "R_c the recall of class c of the k that occur": (
        "R_c 为出现的 k 个类中类 c 的查全率"
    ),
    "of n rows t_c of class c, p_c predicted as it, h_c both": (
        "n 行中 t_c 行属于类 c，p_c 行预测为 c，h_c 行两者皆是"
    ),
    "w the weight of a row and c the cost of its true label y and predicted label ŷ": (
        "w 为一行的权重，c 为其真实标记 y 与预测标记 ŷ 的代价"
    ),
    "w the weight of a row and c the cost of its true label y and predicted label ŷ, "
    "j any label": (
        "w 为一行的权重，c 为其真实标记 y 与预测标记 ŷ 的代价，j 为任一标记"
    ),
    "P̄ and R̄ the means over classes of precision and recall; β is 1 by default": (
        "P̄ 与 R̄ 为查准率与查全率在各类上的均值；β 默认为 1"
    ),
    "P_c that of class c, of k: P = tp / (tp + fp)": (
        "P_c 为 k 个类中类 c 的查准率：P = tp / (tp + fp)"
    ),
    "R_c that of class c, of k: R = tp / (tp + fn)": (
        "R_c 为 k 个类中类 c 的查全率：R = tp / (tp + fn)"
    ),
    "F_c that of class c, of k: F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + fn)": (
        "F_c 为 k 个类中类 c 的 F₁：F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + fn)"
    ),
    "J_c that of class c, of k: J = tp / (tp + fp + fn)": (
        "J_c 为 k 个类中类 c 的 Jaccard 系数：J = tp / (tp + fp + fn)"
    ),
    # scores
    "s⁺ and s⁻ the scores of the n₊ positive and n₋ negative rows": (
        "s⁺ 与 s⁻ 为 n₊ 个正例与 n₋ 个反例的得分"
    ),
    "s⁺ and s⁻ the scores of the n₊ positive and n₋ negative rows, in all pairs": (
        "s⁺ 与 s⁻ 为 n₊ 个正例与 n₋ 个反例的得分，取遍所有的对"
    ),
    "counts at threshold t, with rows of scores of t or more predicted positive": (
        "阈值 t 处的计数，得分不小于 t 的行预测为正"
    ),
    "counts of n rows at threshold t, with rows of scores of t or more predicted "
    "positive": "n 行在阈值 t 处的计数，得分不小于 t 的行预测为正",
    "Pᵢ and Rᵢ precision and recall at the i-th highest distinct score": (
        "Pᵢ 与 Rᵢ 为第 i 高的不同得分处的查准率与查全率"
    ),
    "tp and fp the true and false positives, P all positives; inside a tie tp is "
    "linear in the rows taken": (
        "tp 与 fp 为真正例数与假正例数，P 为正例总数；得分相同的行之内 tp 随所取行数线性变化"
    ),
    "TPR(t) and FPR(t) the shares of the positive and of the negative rows with scores "
    "of t or more": "TPR(t) 与 FPR(t) 为正例与反例中得分不小于 t 的比例",
    "x the probability cost from a = 0 to b = 1, FPR(t) and FNR(t) the rates of errors "
    "at threshold t": (
        "x 为正例概率代价，从 a = 0 到 b = 1，FPR(t) 与 FNR(t) 为阈值 t 处的两种错误率"
    ),
    "x the probability cost, FPR(t) and FNR(t) the rates of errors at threshold t": (
        "x 为正例概率代价，FPR(t) 与 FNR(t) 为阈值 t 处的两种错误率"
    ),
    "p the share of positive rows; cfn and cfp the costs of the two errors": (
        "p 为正例的占比；cfn 与 cfp 为两种错误的代价"
    ),
    "FNR and FPR the rates of errors, p the share of positive rows; cfn and cfp the "
    "costs of the two errors": (
        "FNR 与 FPR 为两种错误率，p 为正例的占比；cfn 与 cfp 为两种错误的代价"
    ),
    "R(a) the recall when the share a of the rows with the highest scores is predicted "
    "positive, a tenth by default": (
        "R(a) 为把得分最高的比例为 a 的行预测为正时的查全率，a 默认为十分之一"
    ),
    "xᵢ and yᵢ the i-th point": "xᵢ 与 yᵢ 为第 i 个点",
    # numbers
    "eᵢ = ŷᵢ − yᵢ, predicted less observed": "eᵢ = ŷᵢ − yᵢ，即预测值减观测值",
    "eᵢ = ŷᵢ − yᵢ, predicted less observed, ȳ the mean of the observed numbers": (
        "eᵢ = ŷᵢ − yᵢ，即预测值减观测值，ȳ 为观测值的均值"
    ),
    "eᵢ = ŷᵢ − yᵢ, predicted less observed, ē their mean": (
        "eᵢ = ŷᵢ − yᵢ，即预测值减观测值，ē 为其均值"
    ),
    "eᵢ the predicted number less the observed one": "eᵢ 为预测值减观测值",
    "yᵢ the observed number of row i, fᵢ the predicted one": (
        "yᵢ 为第 i 行的观测值，fᵢ 为其预测值"
    ),
    "yᵢ the observed numbers, ȳ their mean": "yᵢ 为观测值，ȳ 为其均值",
    "ŷᵢ the predicted numbers, ȳ the mean of the observed ones": (
        "ŷᵢ 为预测值，ȳ 为观测值的均值"
    ),
    "ŷᵢ a prediction, ȳ the mean of the observed numbers yᵢ": (
        "ŷᵢ 为预测值，ȳ 为观测值 yᵢ 的均值"
    ),
    "n rows, p features": "n 为行数，p 为特征数",
    "L the likelihood that the model reaches on the rows it was fitted to, K the "
    "number of its parameters": "L 为模型在拟合所用的行上达到的似然，K 为其参数个数",
    "L the likelihood that the model reaches on the rows it was fitted to, K the "
    "number of its parameters, n that of the rows": (
        "L 为模型在拟合所用的行上达到的似然，K 为其参数个数，n 为行数"
    ),
    "wᵢ the weights; the largest |wᵢ| where p is infinite": (
        "wᵢ 为权重；p 为无穷大时取最大的 |wᵢ|"
    ),
    "Lᵢ the losses, wⱼ the weights, s the strength of the penalty": (
        "Lᵢ 为损失，wⱼ 为权重，s 为惩罚的强度"
    ),
    # clusters
    "SS the pairs of rows together in both partitions, SD and DS in one, DD in none": (
        "SS 为两个划分中都同簇的样本对数，SD 与 DS 为只在一个划分中同簇的对数，"
        "DD 为都不同簇的对数"
    ),
    "SS the pairs of rows together in both partitions, SD and DS in one, DD in none; "
    "n rows": (
        "SS 为两个划分中都同簇的样本对数，SD 与 DS 为只在一个划分中同簇的对数，"
        "DD 为都不同簇的对数；n 为行数"
    ),
    "h homogeneity, c completeness, β is 1 by default": (
        "h 为均一性，c 为完整性，β 默认为 1"
    ),
    "Cᵢⱼ of n rows in cluster i of the first and j of the second partition": (
        "n 行中 Cᵢⱼ 行在第一个划分的簇 i 与第二个划分的簇 j 中"
    ),
    "Cᵢⱼ of n rows in cluster i of the first and j of the second partition, which has "
    "bⱼ rows": "n 行中 Cᵢⱼ 行在第一个划分的簇 i 与第二个划分的簇 j 中，后者有 bⱼ 行",
    "Cᵢⱼ of n rows in cluster i of the first and j of the second partition, which have "
    "aᵢ and bⱼ rows": (
        "n 行中 Cᵢⱼ 行在第一个划分的簇 i 与第二个划分的簇 j 中，二者分别有 aᵢ 与 bⱼ 行"
    ),
    "I the mutual information, H̄ the arithmetic mean of the entropies": (
        "I 为互信息，H̄ 为两个熵的算术平均"
    ),
    "pᵢ the share of the rows that is in cluster i": "pᵢ 为簇 i 中的行的占比",
    "μ_c the mean of the points of cluster c of k, S_c their mean distance from it, e "
    "another cluster": (
        "μ_c 为 k 个簇中簇 c 的中心，S_c 为其各点到中心的平均距离，e 为另一个簇"
    ),
    "μ_c the mean of the points of cluster c of k, S_c the mean distance of its pairs, "
    "e another cluster": (
        "μ_c 为 k 个簇中簇 c 的中心，S_c 为其样本对的平均距离，e 为另一个簇"
    ),
    "sep(c, e) the smallest distance between points of clusters c and e, diam(c) the "
    "largest inside c": (
        "sep(c, e) 为簇 c 与簇 e 的点之间的最小距离，diam(c) 为簇 c 内的最大距离"
    ),
    "d the distance of two points of cluster c": "d 为簇 c 中两点的距离",
    "d the distance of two points of cluster c, which has n_c": (
        "d 为簇 c 中两点的距离，该簇有 n_c 个点"
    ),
    "d the distance of a point of cluster c and one of cluster e": (
        "d 为簇 c 的一点与簇 e 的一点的距离"
    ),
    "d the distance, μ_c the mean of the points of cluster c": (
        "d 为距离，μ_c 为簇 c 的中心"
    ),
    # tests, folds and resamples
    "m rows, d draws with replacement": "m 为行数，d 为有放回采样的次数",
    "m rows, x errors among them, ε the error rate of the model": (
        "m 为行数，其中 x 行出错，ε 为模型的错误率"
    ),
    "k models, N data sets without ties": "k 个模型，N 个没有并列的数据集",
    "k models, N data sets, qα the quantile of the range of k standard normal "
    "variables over √2 (all pairs), or of the normal law (a control)": (
        "k 个模型，N 个数据集，qα 为 k 个标准正态变量的极差的分位数除以 √2（所有的对），"
        "或正态分布的分位数（与对照相比）"
    ),
    "m₁₀ the number of rows that A alone got right, m₀₁ that B alone did, m₁₁ both and "
    "m₀₀ neither": (
        "m₁₀ 为只有 A 正确的行数，m₀₁ 为只有 B 正确的行数，m₁₁ 为都正确、m₀₀ 为都错误的行数"
    ),
    "b and c the rows that only the one model got right and only the other, X the "
    "number of heads of b + c fair coins": (
        "b 与 c 为只有一个模型正确与只有另一个正确的行数，X 为 b + c 枚均匀硬币的正面数"
    ),
    "m rows, ε₀ the rate that is held against the x errors found; i runs over all "
    "numbers of errors that are at least as extreme as x": (
        "m 为行数，ε₀ 为与所见 x 个错误相比的错误率；i 取遍至少与 x 同样极端的错误数"
    ),
    "k error rates of mean μ and standard deviation σ, ε₀ the rate that is held "
    "against them; t has k − 1 degrees of freedom": (
        "k 个错误率的均值为 μ、标准差为 σ，ε₀ 为与之相比的错误率；t 的自由度为 k − 1"
    ),
    "Δ the scores of A less those of B by fold, s their standard deviation; t has k − "
    "1 degrees of freedom": (
        "Δ 为各折上 A 的得分减 B 的得分，s 为其标准差；t 的自由度为 k − 1"
    ),
    "r̄ᵢ the mean rank of model i of k over N data sets; ties correct χ²; without "
    "differences all orders of each data set's ranks are equally likely": (
        "r̄ᵢ 为 k 个模型中模型 i 在 N 个数据集上的平均序值；并列时校正 χ²；"
        "若没有差异，则每个数据集上序值的各种次序等可能"
    ),
    "r̄ᵢ the mean rank of model i of k over N data sets, R the range of k standard "
    "normal variables": (
        "r̄ᵢ 为 k 个模型中模型 i 在 N 个数据集上的平均序值，R 为 k 个标准正态变量的极差"
    ),
    "n rows: n splits": "n 行：n 次划分",
    # labels, scores, clusters and probabilities, further
    "AUC_g the area among the rows of group g, and w_g how many these are, over the "
    "groups with rows of both classes; with average= its pairs, or 1": (
        "AUC_g 为组 g 的行之间的面积，w_g 为该组的行数，取遍两类都有的组；给出 average= 时为其样本对数，或 1"
    ),
    "tᵢ and fᵢ the true and false positives at the i-th highest distinct score, P "
    "all positives; with interpolation= lines or curves between the points": (
        "tᵢ 与 fᵢ 为第 i 高的不同得分处的真正例数与假正例数，P 为正例总数；interpolation= 决定点之间用直线还是曲线"
    ),
    "t the true and f(t) the false positives, linear between the points; P all "
    "positives": ("t 为真正例数，f(t) 为假正例数，在点之间线性变化；P 为正例总数"),
    "FPR and FNR the rates of false positives and of false negatives, on straight "
    "lines between thresholds; convex_hull=True goes along the upper hull of them": (
        "FPR 与 FNR 为假正例率与假反例率，阈值之间为直线；convex_hull=True 时沿其上凸包"
    ),
    "b the highest false positive rate that matters, max_fpr; or between two rates, "
    "or above a true positive rate": (
        "b 为所关心的最高假正例率，即 max_fpr；也可在两个比率之间，或在某真正例率之上"
    ),
    "A the area up to the false positive rate b, which is 0.1": (
        "A 为假正例率不超过 b 的面积，b 为 0.1"
    ),
    "tp, fp, fn the counts at threshold t, with rows of scores of t or more "
    "predicted positive": ("tp、fp、fn 为阈值 t 处的计数，得分不小于 t 的行预测为正"),
    "TPR and FPR the rates at threshold t, with rows of scores of t or more "
    "predicted positive": (
        "TPR 与 FPR 为阈值 t 处的真正例率与假正例率，得分不小于 t 的行预测为正"
    ),
    "tp and tn the right ones of n rows at threshold t, with rows of scores of t or "
    "more predicted positive": (
        "tp 与 tn 为 n 行中在阈值 t 处正确的行数，得分不小于 t 的行预测为正"
    ),
    "fn and fp the errors among n rows at threshold t, with rows of scores of t or "
    "more predicted positive; cfn and cfp the costs of the two errors, 1 by default": (
        "fn 与 fp 为 n 行中在阈值 t 处的错误数，得分不小于 t 的行预测为正；cfn 与 cfp 为两种错误的代价，默认为 1"
    ),
    "y the label and s the score of a row; the other two counts are what is left": (
        "y 为一行的标记，s 为其得分；另两个计数为其余的行数"
    ),
    "m the metric, y the labels and s the scores": ("m 为指标，y 为标记，s 为得分"),
    "V₁₀ for each of n₊ positive rows the share of negatives below it, V₀₁ for each "
    "of n₋ negative rows the share of positives above it, s² sample variances": (
        "V₁₀ 为 n₊ 个正例中每一个之下的反例的比例，V₀₁ 为 n₋ 个反例中每一个之上的正例的比例，s² 为样本方差"
    ),
    "var DeLong's variance of the difference; z is compared with the normal "
    "distribution": ("var 为 DeLong 法的差的方差；z 与正态分布比较"),
    "v DeLong's variance of each area; t is compared with Student's law, its degrees "
    "of freedom after Welch and Satterthwaite": (
        "v 为每个面积的 DeLong 方差；t 与 Student 分布比较，自由度按 Welch 与 Satterthwaite"
    ),
    "Cᵢⱼ of n rows have label i by the first and j by the second rater, who use them "
    "rᵢ and sⱼ times; dᵢⱼ is 1 for two labels and 0 for one, or their weight": (
        "n 行中 Cᵢⱼ 行被第一位评判者标为 i、被第二位标为 j，两人各用该标记 rᵢ 次与 "
        "sⱼ 次；dᵢⱼ 在标记不同时为 1，相同时为 0，或为其权重"
    ),
    "FNR and FPR the shares of positive and of negative rows that are wrong": (
        "FNR 与 FPR 为正例与反例中判错的比例"
    ),
    "H the true and F the false positive rate": ("H 为真正例率，F 为假正例率"),
    "P_c that of class c, which n_c of n rows are of: P = tp / (tp + fp)": (
        "P_c 为类 c 的查准率，n 行中有 n_c 行属于该类：P = tp / (tp + fp)"
    ),
    "Pᵢ that of the labels of row i, of n: P = tp / (tp + fp)": (
        "Pᵢ 为 n 行中第 i 行的各标记的查准率：P = tp / (tp + fp)"
    ),
    "R_c that of class c, which n_c of n rows are of: R = tp / (tp + fn)": (
        "R_c 为类 c 的查全率，n 行中有 n_c 行属于该类：R = tp / (tp + fn)"
    ),
    "Rᵢ that of the labels of row i, of n: R = tp / (tp + fn)": (
        "Rᵢ 为 n 行中第 i 行的各标记的查全率：R = tp / (tp + fn)"
    ),
    "F_c that of class c, which n_c of n rows are of: F₁ = 2 P R / (P + R) = 2tp / "
    "(2tp + fp + fn)": (
        "F_c 为类 c 的 F₁，n 行中有 n_c 行属于该类：F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + fn)"
    ),
    "Fᵢ that of the labels of row i, of n: F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + "
    "fn)": (
        "Fᵢ 为 n 行中第 i 行的各标记的 F₁：F₁ = 2 P R / (P + R) = 2tp / (2tp + fp + fn)"
    ),
    "J_c that of class c, which n_c of n rows are of: J = tp / (tp + fp + fn)": (
        "J_c 为类 c 的 Jaccard 系数，n 行中有 n_c 行属于该类：J = tp / (tp + fp + fn)"
    ),
    "Jᵢ that of the labels of row i, of n: J = tp / (tp + fp + fn)": (
        "Jᵢ 为 n 行中第 i 行的各标记的 Jaccard 系数：J = tp / (tp + fp + fn)"
    ),
    "y the true and ŷ the predicted label of a row; tn and fn alike for ŷ = 0": (
        "y 为一行的真实标记，ŷ 为其预测标记；tn 与 fn 同样取 ŷ = 0"
    ),
    "Pᵢ the precision and tpᵢ, fpᵢ the counts of table i of n, and likewise of "
    "recall; F is that of the two averages": (
        "Pᵢ 为 n 个表中第 i 个的查准率，tpᵢ 与 fpᵢ 为其计数，查全率同理；F 由两个平均值算得"
    ),
    "P̄ the mean share over units of pairs of raters who agree, Pₑ the sum of the "
    "squared shares of the labels in all ratings": (
        "P̄ 为各单元中意见一致的评判者对的比例的均值，Pₑ 为各标记在全部评判中的占比的平方和"
    ),
    "Dₒ the mean distance of two ratings of one unit, Dₑ that of any two ratings": (
        "Dₒ 为同一单元的两个评判的平均距离，Dₑ 为任意两个评判的平均距离"
    ),
    "I the mutual information, E[I] its mean over partitions with clusters of the "
    "same sizes, H̄ the arithmetic mean of the entropies": (
        "I 为互信息，E[I] 为其在簇的大小相同的划分上的均值，H̄ 为两个熵的算术平均"
    ),
    "I the mutual information, H the entropies of the two partitions; 1 where the "
    "classes have no entropy": ("I 为互信息，H 为两个划分的熵；类的熵为零时为 1"),
    "I the mutual information, H the entropies of the two partitions; 1 where the "
    "clusters have no entropy": ("I 为互信息，H 为两个划分的熵；簇的熵为零时为 1"),
    "Cᵢⱼ of n rows in cluster i of the first and j of the second partition; m gives "
    "each cluster a class, no class to two of them": (
        "n 行中 Cᵢⱼ 行在第一个划分的簇 i 与第二个划分的簇 j 中；m 给每个簇一个类，没有两个簇同属一类"
    ),
    "Cᵢⱼ of n rows in cluster i of the first and j of the second partition, which have "
    "aᵢ and bⱼ rows; r and c the numbers of clusters": (
        "n 行中 Cᵢⱼ 行在第一个划分的簇 i 与第二个划分的簇 j 中，二者分别有 aᵢ 与 bⱼ 行；"
        "r 与 c 为两个划分的簇数"
    ),
    "u the labels to be told, v those that tell them, H the entropy": (
        "u 为要说明的标记，v 为用来说明它的标记，H 为熵"
    ),
    "aᵢ the mean distance from point i to the others of its cluster, bᵢ the least of "
    "its mean distances to another cluster; of n points": (
        "aᵢ 为点 i 到同簇其他点的平均距离，bᵢ 为它到其他各簇的平均距离中最小的；n 为点数"
    ),
    "B the sum of squared distances of the clusters' means from that of all n "
    "points, each as often as it has points; W that of points from the mean of their "
    "cluster, of k": (
        "B 为各簇中心到全部 n 个点的中心的距离平方和，每个中心按其点数计入；W 为各点到其簇中心的距离平方和，k 为簇数"
    ),
    "u and v the clusters of a row in the two partitions": (
        "u 与 v 为一行在两个划分中所在的簇"
    ),
    "I the mutual information, H the entropies of the two partitions; β is 1 by "
    "default": ("I 为互信息，H 为两个划分的熵；β 默认为 1"),
    "pᵢⱼ(m) how likely m of n rows are in cluster i of aᵢ and j of bⱼ rows if labels "
    "are shuffled": (
        "pᵢⱼ(m) 为打乱标记后，n 行中有 m 行在 aᵢ 行的簇 i 与 bⱼ 行的簇 j 中的概率"
    ),
    "aᵢ the mean distance from point i to the others of its cluster, bᵢ the least of "
    "its mean distances to another cluster; 0 for a point alone": (
        "aᵢ 为点 i 到同簇其他点的平均距离，bᵢ 为它到其他各簇的平均距离中最小的；独占一簇的点为 0"
    ),
    "oᵢ the probability of the class of row i, clipped to [eps, 1 − eps]": (
        "oᵢ 为第 i 行所属类的概率，截断到 [eps, 1 − eps]"
    ),
    "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0; of "
    "more than two classes the sum over all of them, as multiclass_brier_score": (
        "pᵢ 为正类的概率，正例的 yᵢ 为 1，否则为 0；多于两类时对所有类求和，同 multiclass_brier_score"
    ),
    "pᵢⱼ the probability of class j, yᵢⱼ 1 if row i is of class j, else 0": (
        "pᵢⱼ 为类 j 的概率，第 i 行属于类 j 时 yᵢⱼ 为 1，否则为 0"
    ),
    "oᵢ the probability of the class of row i, clipped to [eps, 1 − eps], πᵢ the "
    "share of its class among all rows": (
        "oᵢ 为第 i 行所属类的概率，截断到 [eps, 1 − eps]，πᵢ 为该类在所有行中的占比"
    ),
    "pᵢⱼ the probability of class j, yᵢⱼ 1 if row i is of class j, else 0, πⱼ the "
    "share of class j among all rows": (
        "pᵢⱼ 为类 j 的概率，第 i 行属于类 j 时 yᵢⱼ 为 1，否则为 0，πⱼ 为类 j 在所有行中的占比"
    ),
    "pᵢⱼ the probabilities of a row, oᵢ that of the class that occurred": (
        "pᵢⱼ 为一行的各概率，oᵢ 为实际出现的类的概率"
    ),
    "Fᵢⱼ the forecast probability of the first j classes, Oᵢⱼ 1 if the class that "
    "occurred is one of them, else 0; j below the number of classes": (
        "Fᵢⱼ 为前 j 个类的预测概率，实际出现的类在其中时 Oᵢⱼ 为 1，否则为 0；j 小于类数"
    ),
    "pᵢⱼ the true probabilities of a row, qᵢⱼ those of the forecast": (
        "pᵢⱼ 为一行的真实概率，qᵢⱼ 为预测概率"
    ),
    "pᵢ the true probabilities of a row, qᵢ those of the forecast, mᵢ their mean": (
        "pᵢ 为一行的真实概率，qᵢ 为预测概率，mᵢ 为二者的均值"
    ),
    "mᵢ the decision for the row's class less the largest of the others; of two "
    "classes the decision, its sign turned for the smaller one": (
        "mᵢ 为该行所属类的决策值减其余各类中最大的；两类时为决策值，对较小的类取反号"
    ),
    "rᵢ the rank of the row's class by its score, the later column first in ties; "
    "[…] is 1 where it holds, else 0": (
        "rᵢ 为该行所属类按得分的名次，相同时后一列在前；[…] 成立时为 1，否则为 0"
    ),
    "sᵢⱼ the scores of the labels, tᵢ the least one of a label that the row has; 0 "
    "for a row that has none": (
        "sᵢⱼ 为各标记的得分，tᵢ 为该行所有标记中最低的得分；没有标记的行为 0"
    ),
    "s⁺ᵢ and s⁻ᵢ the scores of the aᵢ labels that the row has and of the bᵢ others, "
    "in all pairs; 0 for a row that has none or all": (
        "s⁺ᵢ 与 s⁻ᵢ 为该行有的 aᵢ 个标记与没有的 bᵢ 个标记的得分，取遍所有的对；全无或全有的行为 0"
    ),
    "of label j of the aᵢ that the row has, rᵢⱼ labels have at least its score, and "
    "the row has cᵢⱼ of these; 1 for a row that has none or all": (
        "对该行有的 aᵢ 个标记中的标记 j，有 rᵢⱼ 个标记的得分不低于它，其中 cᵢⱼ 个是该行有的；全无或全有的行为 1"
    ),
    "of bin b of the probability, with a share w_b of the rows, ȳ_b is the share of "
    "positives and p̄_b the mean probability": (
        "概率的分箱 b 占行数的比例为 w_b，ȳ_b 为其中正例的占比，p̄_b 为平均概率"
    ),
    "of bin b of the probability, with a share w_b of the rows, ȳ_b is the share of "
    "positives and p̄_b the mean probability; of several classes the mean over them": (
        "概率的分箱 b 占行数的比例为 w_b，ȳ_b 为其中正例的占比，p̄_b 为平均概率；多类时取各类的均值"
    ),
    "of bin b of the probability, with a share w_b of the rows, ȳ_b is the share of "
    "positives and p̄_b the mean probability, and s_b² the variance of y − p over "
    "its n_b rows; a bin of one row adds 0": (
        "概率的分箱 b 占行数的比例为 w_b，ȳ_b 为其中正例的占比，p̄_b 为平均概率，s_b² 为其 n_b 行上 y − p 的方差；只有一行的分箱计 0"
    ),
    "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0": (
        "pᵢ 为正类的概率，正例的 yᵢ 为 1，否则为 0"
    ),
    "a the intercept that is most likely, logit p = ln(p/(1 − p)); a below 0: the "
    "probabilities are too high": (
        "a 为最可能的截距，logit p = ln(p/(1 − p))；a 小于 0：概率偏高"
    ),
    "b the slope and a the intercept that are most likely, logit p = ln(p/(1 − p)); "
    "b below 1: too extreme": (
        "b 与 a 为最可能的斜率与截距，logit p = ln(p/(1 − p))；b 小于 1：概率过于极端"
    ),
    "t the probability from which a row is treated, tp and fp the treated rows that "
    "are positive and negative, n all rows": (
        "t 为从此开始处理一行的概率，tp 与 fp 为被处理的行中的正例与反例数，n 为总行数"
    ),
    "Aᵢ the area under the ROC curve of class i against all others, c classes": (
        "Aᵢ 为类 i 对其余所有类的 ROC 曲线下面积，c 为类数"
    ),
    "Aᵢ the area under the ROC curve of class i against all others, πᵢ its share in "
    "the rows": ("Aᵢ 为类 i 对其余所有类的 ROC 曲线下面积，πᵢ 为其在行中的占比"),
    "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
    "all j other than i too, c classes": (
        "Aᵢⱼ 为按 i 的概率类 i 对类 j 的面积，也对所有不同于 i 的 j 求和，c 为类数"
    ),
    "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
    "all j other than i too, πᵢ the share of class i, c classes": (
        "Aᵢⱼ 为按 i 的概率类 i 对类 j 的面积，也对所有不同于 i 的 j 求和，πᵢ 为类 i 的占比，c 为类数"
    ),
    "Bᵢⱼ the area of class i against class j by pᵢ − pⱼ, summed over all j after i "
    "too, c classes": (
        "Bᵢⱼ 为按 pᵢ − pⱼ 类 i 对类 j 的面积，也对 i 之后的所有 j 求和，c 为类数"
    ),
    "of each bin b of the probability, p̄_b is the mean probability and ȳ_b the "
    "share of positives; bins without rows are left out": (
        "对概率的每个分箱 b，p̄_b 为平均概率，ȳ_b 为正例的占比；没有行的分箱不计"
    ),
    "REL = Σ_b w_b (p̄_b − ȳ_b)², RES = Σ_b w_b (ȳ_b − ȳ)², UNC = ȳ (1 − ȳ), ȳ the "
    "share of positives in all rows; of bin b of the probability, with a share w_b "
    "of the rows, ȳ_b is the share of positives and p̄_b the mean probability; WBV "
    "and WBC the variance of the probability inside bins and twice its covariance "
    "with the outcome": (
        "REL = Σ_b w_b (p̄_b − ȳ_b)²，RES = Σ_b w_b (ȳ_b − ȳ)²，UNC = ȳ (1 − ȳ)，ȳ "
        "为所有行中正例的占比；概率的分箱 b 占行数的比例为 w_b，ȳ_b "
        "为其中正例的占比，p̄_b 为平均概率；WBV 与 WBC "
        "为分箱内概率的方差与它和结果的协方差的两倍"
    ),
    "of the n_b rows in bin b of the probability, ȳ_b is the share of positives and "
    "p̄_b the mean probability; C is compared with χ² of as many degrees of freedom "
    "as there are bins in use": (
        "概率的分箱 b 有 n_b 行，ȳ_b 为其中正例的占比，p̄_b 为平均概率；C 与 χ² 分布比较，自由度为所用的分箱数"
    ),
    "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0, c "
    "the recalibrated probability, which never falls": (
        "pᵢ 为正类的概率，正例的 yᵢ 为 1，否则为 0，c 为再校准后的概率，从不下降"
    ),
    "S the mean loss, of the forecasts p, of these recalibrated by isotonic "
    "regression c, and of the base rate r; the parts are miscalibration, "
    "discrimination and uncertainty": (
        "S 为平均损失，分别为预测 p、经保序回归再校准的 c 与基础比率 r 的；三部分为误校准、区分度与不确定性"
    ),
    "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0; Z is "
    "compared with the normal distribution": (
        "pᵢ 为正类的概率，正例的 yᵢ 为 1，否则为 0；Z 与正态分布比较"
    ),
    "a and b the least and the highest false positive rate, 0.001 and 1; "
    "adjusted=True takes (b − a) / ln(b/a) off, which is what chance gets": (
        "a 与 b 为最低与最高的假正例率，即 0.001 与 1；adjusted=True 时减去随机猜测所得的 (b − a) / ln(b/a)"
    ),
}
