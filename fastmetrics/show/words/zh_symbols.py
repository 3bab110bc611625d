"""Chinese (simplified): what the letters of formulas mean."""

SYMBOLS = {
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
}
