"""Chinese (simplified): in what others differ that go by the same name."""

RIVALS = {
    "It chooses the direction by the medians of the classes unless it is told, so "
    "that scores that rank backwards have an area above ½.": (
        "除非指定，按两类的中位数决定方向，因此排序相反的得分的面积也大于 ½。"
    ),
    "It compares rows of different groups, too, as roc_auc_score here.": (
        "也比较不同组的行，同这里的 roc_auc_score。"
    ),
    "It joins the points by straight lines, which promise precisions that no mix of "
    "thresholds attains.": (
        "用直线连接各点，而其上的查准率是任何阈值的混合都达不到的。"
    ),
    "It puts rows of equal scores in one order, by name, here as they stand.": (
        "按名称把得分相同的行排成一个次序，这里按原有次序。"
    ),
    "It takes the integral of the curve between the points, which is pr_auc_integral "
    "here.": ("取各点之间曲线的积分，即这里的 pr_auc_integral。"),
    "It takes steps between the points, as average_precision_score here.": (
        "在各点之间取阶梯，同这里的 average_precision_score。"
    ),
    "It is Somers' D of the label given the score when it is asked in this order: "
    "pairs with equal scores leave, those of one class stay.": (
        "按此次序询问时为给定得分的标记的 Somers D：去掉得分相同的对，保留同类的对。"
    ),
    "It counts a tie as wholly wrong.": ("把得分相同计为完全错误。"),
    "It takes labels: their precision over the share of positive rows.": (
        "取标记：其查准率除以正例的占比。"
    ),
    "It standardises the area after McClish, so that chance gets ½.": (
        "按 McClish 把面积标准化，使随机猜测得 ½。"
    ),
    "It gives the raw area unless partial.auc.correct = TRUE.": (
        "除非 partial.auc.correct = TRUE，给出未标准化的面积。"
    ),
    "It averages the accuracies of each class against the rest, in which most rows "
    "are right for most classes.": (
        "取各类对其余的精度的平均，其中对多数类来说多数行都正确。"
    ),
    "It counts entries where a row has several labels.": (
        "在一行有多个标记时按单个标记计数。"
    ),
    "It gives the number of wrong rows when it is asked so, as the function here "
    "does.": ("按此要求时给出错误的行数，这里的函数亦然。"),
    "It averages (sensitivity + specificity) / 2 of each class against the rest.": (
        "取各类对其余的（灵敏度 + 特异度）/ 2 的平均。"
    ),
    "It takes the first of the two levels, here 0, for the positive class unless "
    "event_level says otherwise; caret's positive does the same.": (
        "除非 event_level 另行指定，以两个水平中的第一个（这里是 0）为正类；caret 的 positive 也是如此。"
    ),
    "It takes van Rijsbergen's α, which is 1 / (1 + β²): its 0.5 is F₁, and β = 0.5 "
    "is α = 0.8.": (
        "取 van Rijsbergen 的 α，即 1 / (1 + β²)：其 0.5 为 F₁，而 β = 0.5 相当于 α = 0.8。"
    ),
    "It is the distance, 1 minus the index.": ("是距离，即 1 减该系数。"),
    "It averages over which class is positive, where it is asked for averages.": (
        "要求平均时，对以哪一类为正类取平均。"
    ),
    "It gives the φ of the chi-squared test, which is the same but for its sign of "
    "two classes only.": ("给出卡方检验的 φ，只在两类时相同，且不计符号。"),
    "It is Fleiss's kappa, in which both raters have the same habits; of two raters "
    "it is Scott's π.": (
        "是 Fleiss κ，其中两位评判者的习惯相同；两位评判者时即 Scott 的 π。"
    ),
    "It averages the two rates over which class is positive before it takes the "
    "mean; by default it is the same as here of two classes, and of k the k-th root "
    "of the product of their recalls.": (
        "先对以哪一类为正类取两个比率的平均，再取均值；默认时两类与这里相同，k 类时为各类查全率之积的 k 次方根。"
    ),
    "It is the other G-mean, of recall and specificity: geometric_mean_score here.": (
        "是另一种 G-mean，由查全率与特异度得到：即这里的 geometric_mean_score。"
    ),
    "It estimates it given the margins of the table, unless kind='sample'.": (
        "除非 kind='sample'，在给定列联表边际的条件下估计。"
    ),
    "It is macro_f1_of_averages here, which is never smaller.": (
        "即这里的 macro_f1_of_averages，它从不更小。"
    ),
    "It is the mean of the F₁ of the classes, f1_macro here.": (
        "是各类 F₁ 的均值，即这里的 f1_macro。"
    ),
    "It takes the prevalence that it is told, by Bayes's rule from sensitivity and "
    "specificity; without it the share in the data, as here.": (
        "按贝叶斯公式由灵敏度、特异度与给定的患病率算得；不给出时取数据中的占比，同这里。"
    ),
    "It has predictions in the rows and the truth in the columns; row 0, column 1, "
    "where it is 2 here.": ("以预测为行、真实为列；取第 0 行第 1 列，这里为 2。"),
    "It is Morey and Agresti's adjustment, for clusters whose sizes are drawn at "
    "random too.": ("是 Morey 与 Agresti 的校正，其中簇的大小也是随机的。"),
    "It takes the larger entropy in place of the mean, as scikit-learn before 0.22 "
    "did.": ("以较大的熵代替均值，0.22 之前的 scikit-learn 也是如此。"),
    "It divides by the geometric mean of the entropies.": ("除以两个熵的几何平均。"),
    "It divides by the larger entropy unless variant says otherwise.": (
        "除非 variant 另行指定，除以较大的熵。"
    ),
    "It is in bits.": ("以比特为单位。"),
    "It takes off what chance adds to it unless bias_correction=False.": (
        "除非 bias_correction=False，减去随机因素带来的部分。"
    ),
    "It averages over the points of each cluster first, then over clusters.": (
        "先对每个簇的点取平均，再对各簇取平均。"
    ),
    "It takes the root of the mean squared distance from the centroid for S, unless "
    "q = 1.": ("除非 q = 1，以到中心的均方距离的根为 S。"),
    "It takes mean distances of pairs for S: davies_bouldin_pairwise here.": (
        "以样本对的平均距离为 S：即这里的 davies_bouldin_pairwise。"
    ),
    "It takes mean distances from centroids, as davies_bouldin_score here.": (
        "取到中心的平均距离，同这里的 davies_bouldin_score。"
    ),
    "It takes mean distances between and within clusters; its $dunn is the same as "
    "here.": ("取簇间与簇内的平均距离；其 $dunn 与这里相同。"),
    "It gives bits where it is asked for base 2.": ("要求底数为 2 时以比特为单位。"),
    "It counts each pair in both orders; SS, which is 7 here.": (
        "每一对按两种次序各计一次；取 SS，这里为 7。"
    ),
    "It takes the logarithm to base 2, in bits.": ("取以 2 为底的对数，以比特为单位。"),
    "It sums over both classes, which is twice as much.": ("对两类求和，为两倍。"),
    "It takes one half of it, so that it ends at 1.": ("取其一半，最大为 1。"),
    "It divides by the number of classes less one.": ("除以类数减一。"),
    "It averages over classes unless it is told average='micro'.": (
        "除非指定 average='micro'，对各类取平均。"
    ),
    "It counts the steps down the ranking, one less.": ("计沿排序向下的步数，少一。"),
    "It judges the more probable class of each row, not the positive one.": (
        "评判每一行概率较大的类，而非正类。"
    ),
    "It is the root, in bins of one width, with the part of chance.": (
        "是其平方根，用等宽分箱，且含随机因素的部分。"
    ),
    "It is the intercept of the logits, below 0 where probabilities are too high.": (
        "是 logit 的截距，概率偏高时小于 0。"
    ),
    "It is observed over expected.": ("是观测比预期。"),
    "It is the intercept of a line whose slope is fitted too, here "
    'method="logistic".': ('是斜率也一并拟合的直线的截距，此处为 method="logistic"。'),
    "It gives 11.2 positive and 39.1 negative rows by Obuchowski's variance, here "
    'variance="obuchowski" with prevalence=1/4.5; the default gives 47.': (
        "按 Obuchowski 的方差给出 11.2 个正例与 39.1 个反例，此处为 "
        'variance="obuchowski" 与 prevalence=1/4.5；默认方差给出 47。'
    ),
    "It takes two degrees of freedom less, as is right for the rows that the model "
    "was fitted to.": ("自由度少二，这适用于模型拟合所用的行。"),
    "It takes observed less predicted, so that the sign is the other one.": (
        "取观测值减预测值，符号相反。"
    ),
    "It squares the correlation, which knows no bias and no scale.": (
        "取相关系数的平方，它不反映偏差与尺度。"
    ),
    "It divides by n − 1 unless bias = TRUE, as ddof=1 does.": (
        "除非 bias = TRUE，除以 n − 1，同 ddof=1。"
    ),
    "It takes coefficients of variation in place of standard deviations.": (
        "以变异系数代替标准差。"
    ),
    "It is in percent, and infinite where a yᵢ is 0.": (
        "以百分数表示，且某个 yᵢ 为 0 时为无穷大。"
    ),
    "It leaves out the 2, so that it ends at 1.": ("略去 2，最大为 1。"),
    "It is in percent, and positive where the model predicts too little.": (
        "以百分数表示，模型预测偏低时为正。"
    ),
    "It is the median distance of errors from their median, times 1.4826, which a "
    "constant error does not change.": (
        "是误差到其中位数的距离的中位数乘以 1.4826，常数误差不改变它。"
    ),
    "It interpolates between the two neighbours, by default.": (
        "默认在相邻两个值之间插值。"
    ),
    "It takes the median for the constant, which no other does better than.": (
        "以中位数为常数，没有别的常数更好。"
    ),
    "It holds without ties only; here three predictions are tied.": (
        "只在没有相同值时成立；这里有三个预测值相同。"
    ),
    "It is over the pairs of different predictions.": ("取遍预测值不同的对。"),
    "It a risk is the higher the shorter the time.": ("风险越高，时间越短。"),
    "It doubles it and divides by the mean of |y|.": ("加倍后除以 |y| 的均值。"),
    "It divides by m (m − 1) where it is told to be fair.": (
        "指定为 fair 时除以 m (m − 1)。"
    ),
    "It takes the share of the users who know an item, as n_users has it here.": (
        "取知道一个物品的用户的占比，同这里的 n_users。"
    ),
    "It is not divided by the number of pairs, so that it grows with the length of "
    "the list.": ("不除以对数，因此随列表的长度增长。"),
    "It is of the items that are recommended to anyone, in percent: catalog_coverage "
    "here.": ("针对推荐给任何人的物品，以百分数表示：即这里的 catalog_coverage。"),
    "It reaches 1 where one item has everything.": ("一个物品占有全部时达到 1。"),
    "It weighs a sentence of one word as much as one of twenty; here it is "
    "average='mean'.": (
        "一个词的句子与二十个词的句子权重相同；这里为 average='mean'。"
    ),
    "It leaves out the spaces between words, and aligns with other costs.": (
        "略去词间空格，并按其他代价对齐。"
    ),
    "It joins the points by straight lines on the logarithmic axis.": (
        "在对数轴上用直线连接各点。"
    ),
    "It takes one class of each row: its own where that is among the k, else the best.": (
        "每行只取一个类别：若其本身的类别在前 k 个之中则取之，否则取得分最大者。"
    ),
    "It takes the mean over rows instead of classes.": "对各行而非各类别取平均。",
    "It takes each row for a vector; of rows of one number that is a sign.": (
        "把每一行看作一个向量；一行只有一个数时即为其符号。"
    ),
    "It is Pearson's correlation, on which no shift has a bearing.": (
        "即皮尔逊相关系数，平移对它没有影响。"
    ),
    "It takes rows of equal predictions in the order in which they are given.": (
        "按所给的次序取预测值相同的行。"
    ),
}
