"""Chinese (simplified): letters in formulas of numbers, lists and transcripts."""

SYMBOLS = {
    "eᵢ = ŷᵢ − yᵢ, predicted less observed, ȳ the mean of the observed numbers, ē "
    "that of the errors": (
        "eᵢ = ŷᵢ − yᵢ，即预测值减观测值，ȳ 为观测值的均值，ē 为误差的均值"
    ),
    "eᵢ = ŷᵢ − yᵢ, s the standard deviation of the observed numbers, ddof 0": (
        "eᵢ = ŷᵢ − yᵢ，s 为观测值的标准差，ddof 为 0"
    ),
    "eᵢ = ŷᵢ − yᵢ, q₁ and q₃ the quartiles of the observed numbers": (
        "eᵢ = ŷᵢ − yᵢ，q₁ 与 q₃ 为观测值的四分位数"
    ),
    "sₜ² and sₚ² the variances of the true numbers t and of the predictions p, sₜₚ "
    "their covariance, t̄ and p̄ their means": (
        "sₜ² 与 sₚ² 为真实值 t 与预测值 p 的方差，sₜₚ 为其协方差，t̄ 与 p̄ 为其均值"
    ),
    "r the correlation, sₜ and sₚ the standard deviations of the true numbers t and of "
    "the predictions p, sₜₚ their covariance, t̄ and p̄ their means; a is the ratio of "
    "the coefficients of variation in the variant of 2012": (
        "r 为相关系数，sₜ 与 sₚ 为真实值 t 与预测值 p 的标准差，sₜₚ 为其协方差，t̄ 与 p̄ 为其均值；"
        "2012 年的变体中 a 为变异系数之比"
    ),
    "yᵢ the observed number of row i, fᵢ the predicted one, c = 2⁻⁵², so that a yᵢ "
    "of 0 gives some 10¹⁵, as in scikit-learn; weighted_absolute_percentage_error "
    "and symmetric_mean_absolute_percentage_error bear zeros": (
        "yᵢ 为第 i 行的观测值，fᵢ 为其预测值，c = 2⁻⁵²，故 yᵢ 为 0 时得到约 10¹⁵，"
        "与 scikit-learn 相同；weighted_absolute_percentage_error 与 "
        "symmetric_mean_absolute_percentage_error 容许零"
    ),
    "yᵢ the observed number of row i, fᵢ the predicted one; a row in which both are "
    "0 counts 0": ("yᵢ 为第 i 行的观测值，fᵢ 为其预测值；二者都为 0 的行计为 0"),
    "yᵢ the observed number of row i, fᵢ the predicted one, α the level, x₊ = x "
    "where x is positive, else 0": (
        "yᵢ 为第 i 行的观测值，fᵢ 为其预测值，α 为水平，x 为正时 x₊ = x，否则为 0"
    ),
    "eᵢ the predicted number less the observed one: half of the square up to δ, a "
    "line beyond": ("eᵢ 为预测值减观测值：不超过 δ 时为平方的一半，之外为直线"),
    "zᵢ = −a eᵢ, eᵢ the predicted number less the observed one; with a < 0 too high "
    "predictions cost more": (
        "zᵢ = −a eᵢ，eᵢ 为预测值减观测值；a < 0 时预测过高的代价更大"
    ),
    "yᵢ the observed number of row i, fᵢ the mean that is predicted, p the power of "
    "the mean that the variance grows with": (
        "yᵢ 为第 i 行的观测值，fᵢ 为预测的均值，p 为方差随均值增长的幂次"
    ),
    "yᵢ the observed number of row i, fᵢ the mean that is predicted": (
        "yᵢ 为第 i 行的观测值，fᵢ 为预测的均值"
    ),
    "y the observed count and ŷ the predicted mean of each of n rows": (
        "y 与 ŷ 为 n 行中每一行的观测计数与预测的均值"
    ),
    "yᵢ the observed number of row i, fᵢ the mean that is predicted, d the deviance "
    "of a row, ȳ the mean of the yᵢ": (
        "yᵢ 为第 i 行的观测值，fᵢ 为预测的均值，d 为一行的偏差，ȳ 为 yᵢ 的均值"
    ),
    "eᵢ the predicted number of row i less the observed one; of an even number of "
    "rows the mean of the two in the middle; rows with weights count by these": (
        "eᵢ 为第 i 行的预测值减观测值；行数为偶数时取中间两个的均值；有权重的行按权重计"
    ),
    "F the share of rows with |eᵢ| ≤ x, eᵢ the predicted number of row i less the "
    "observed one; with q = 1 the largest |eᵢ|; with absolute=False eᵢ itself": (
        "F 为 |eᵢ| ≤ x 的行的占比，eᵢ 为第 i 行的预测值减观测值；q = 1 时取最大的 |eᵢ|；"
        "absolute=False 时取 eᵢ 本身"
    ),
    "yᵢ the observed number of row i, fᵢ the predicted one, m the median of the "
    "observed ones": ("yᵢ 为第 i 行的观测值，fᵢ 为其预测值，m 为观测值的中位数"),
    "yᵢ the observed number of row i, fᵢ the predicted one, c the quantile of level "
    "α of the observed ones, ρ(d) = α d where d is positive, else (α − 1) d": (
        "yᵢ 为第 i 行的观测值，fᵢ 为其预测值，c 为观测值的 α 水平分位数，d 为正时 ρ(d) = α d，否则为 (α − 1) d"
    ),
    "yᵢ the observed number of row i, fᵢ the predicted one, ȳ the mean of the "
    "observed ones": ("yᵢ 为第 i 行的观测值，fᵢ 为其预测值，ȳ 为观测值的均值"),
    "yᵢ the observed and ŷᵢ the predicted numbers, x the T values of the series "
    "before them, m the season; of several series the mean over series": (
        "yᵢ 与 ŷᵢ 为观测值与预测值，x 为此前序列的 T 个值，m 为季节长度；多个序列时取各序列的均值"
    ),
    "y the observations, p the predictions": ("y 为观测值，p 为预测值"),
    "r and s the ranks of the rows in the two columns, ties having the mean rank": (
        "r 与 s 为两列中各行的秩，相同者取平均秩"
    ),
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders; Tₚ and Tₜ pairs tied in the predictions alone and in the observations "
    "alone": (
        "C 与 D 为两列次序相同与相反的行对数；Tₚ 与 Tₜ 为只在预测中与只在观测中相同的行对数"
    ),
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders": ("C 与 D 为两列次序相同与相反的行对数"),
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders; k the smaller of the columns' numbers of distinct values": (
        "C 与 D 为两列次序相同与相反的行对数；k 为两列不同值的个数中较小的"
    ),
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders; Tₚ pairs tied in the predictions alone": (
        "C 与 D 为两列次序相同与相反的行对数；Tₚ 为只在预测中相同的行对数"
    ),
    "C, D and T the pairs of a time that ended with an event and a longer one, or an "
    "equal one that is censored: in order, in the opposite order, tied in the scores": (
        "C、D 与 T 为由一个以事件告终的时间与一个更长的（或相等但删失的）时间组成的对：次序相同、相反、得分相同的对数"
    ),
    "qᵢⱼ the quantile predicted at the level αⱼ, K the number of levels": (
        "qᵢⱼ 为水平 αⱼ 的预测分位数，K 为水平的个数"
    ),
    "qᵢⱼ the quantile predicted at the level αⱼ, K the number of levels; it tends to "
    "the CRPS as even levels get dense": (
        "qᵢⱼ 为水平 αⱼ 的预测分位数，K 为水平的个数；水平均匀而变密时趋于 CRPS"
    ),
    "qᵢ the predicted quantile; […] is 1 where it holds, else 0": (
        "qᵢ 为预测的分位数；[…] 成立时为 1，否则为 0"
    ),
    "lᵢ and uᵢ the ends of the interval; […] is 1 where it holds, else 0": (
        "lᵢ 与 uᵢ 为区间的两端；[…] 成立时为 1，否则为 0"
    ),
    "lᵢ and uᵢ the ends of the interval": ("lᵢ 与 uᵢ 为区间的两端"),
    "lᵢ and uᵢ the ends of the interval, which are said to hold 1 − α of the rows": (
        "lᵢ 与 uᵢ 为区间的两端，据称包含比例为 1 − α 的行"
    ),
    "xᵢⱼ the m members; fair=True: 2m (m − 1) in place of 2m²": (
        "xᵢⱼ 为 m 个成员；fair=True 时以 2m (m − 1) 代替 2m²"
    ),
    "μᵢ and sᵢ the mean and standard deviation, zᵢ = (yᵢ − μᵢ) / sᵢ; Φ and φ the "
    "normal distribution and its density": (
        "μᵢ 与 sᵢ 为均值与标准差，zᵢ = (yᵢ − μᵢ) / sᵢ；Φ 与 φ 为正态分布函数及其密度"
    ),
    "μᵢ and sᵢ the mean and standard deviation, zᵢ = (yᵢ − μᵢ) / sᵢ": (
        "μᵢ 与 sᵢ 为均值与标准差，zᵢ = (yᵢ − μᵢ) / sᵢ"
    ),
    "qᵢⱼ the predicted quantile of level αⱼ of k, for row i of n": (
        "qᵢⱼ 为 n 行中第 i 行、k 个水平中水平 αⱼ 的预测分位数"
    ),
    "RMV_b the root of the mean predicted variance and RMSE_b that of the mean "
    "squared error, in bin b of k bins of as many rows": (
        "RMV_b 与 RMSE_b 为 k 个行数相同的分箱中分箱 b 的平均预测方差的根与均方误差的根"
    ),
    "MSE_b the mean squared error and MV_b the mean predicted variance of the n_b "
    "rows in bin b, of bins of one width of the variance": (
        "MSE_b 与 MV_b 为分箱 b 的 n_b 行的均方误差与平均预测方差，分箱按方差等宽"
    ),
    "S the mean loss, of the predictions p, of these recalibrated by isotonic "
    "regression c, and of the mean of y_true r; the parts are miscalibration, "
    "discrimination and uncertainty": (
        "S 为平均损失，分别为预测 p、经保序回归再校准的 c 与 y_true 的均值 r 的；三部分为误校准、区分度与不确定性"
    ),
    "n the number of rows, MSE the mean squared error, s the standard deviation of "
    "the errors; by default s² = MSE": (
        "n 为行数，MSE 为均方误差，s 为误差的标准差；默认 s² = MSE"
    ),
    "g_i the gain of the document at rank i, k the cut-off, g_(i) the i-th largest "
    "gain of all judged documents": (
        "g_i 为第 i 位文档的增益，k 为截断位置，g_(i) 为所有已评判文档中第 i 大的增益"
    ),
    "g_i the gain of the document at rank i, k the cut-off": (
        "g_i 为第 i 位文档的增益，k 为截断位置"
    ),
    "g_(i) the i-th largest gain of all judged documents, k the cut-off": (
        "g_(i) 为所有已评判文档中第 i 大的增益，k 为截断位置"
    ),
    "hᵢ of the first i documents are relevant, R in all; the mean over queries is "
    "taken of it": ("前 i 个文档中有 hᵢ 个相关，共有 R 个相关；对各查询取均值"),
    "AP_q the average precision of query q, of n, and c = 0.00001": (
        "AP_q 为 n 个查询中查询 q 的平均查准率，c = 0.00001"
    ),
    "i_q the rank of the first relevant document of query q, of n": (
        "i_q 为 n 个查询中查询 q 的第一个相关文档的名次"
    ),
    "h_q of the first k documents of query q are relevant, n queries": (
        "查询 q 的前 k 个文档中有 h_q 个相关，n 为查询数"
    ),
    "h of the first k documents are relevant, R in all; the mean over queries": (
        "前 k 个文档中有 h 个相关，共有 R 个相关；对各查询取均值"
    ),
    "P precision and R recall at k of a query; the mean over queries": (
        "P 与 R 为一个查询前 k 位的查准率与查全率；对各查询取均值"
    ),
    "h of the first k documents are relevant; the mean over queries": (
        "前 k 个文档中有 h 个相关；对各查询取均值"
    ),
    "h of the first R documents are relevant, R in all; the mean over queries": (
        "前 R 个文档中有 h 个相关，共有 R 个相关；对各查询取均值"
    ),
    "hᵢ of the first i documents are relevant, i from where they have that share on; "
    "the mean over queries": (
        "前 i 个文档中有 hᵢ 个相关，i 从达到该查全率处起；对各查询取均值"
    ),
    "P(x) the largest precision from where the share x of the relevant documents is "
    "found; the mean over queries": (
        "P(x) 为从找到比例为 x 的相关文档处起的最大查准率；对各查询取均值"
    ),
    "r a relevant document of the list, of R in all, ahead of which are nᵣ of the N "
    "that are judged not relevant; the mean over queries": (
        "r 为列表中的一个相关文档，共有 R 个；N 个评判为不相关的文档中有 nᵣ 个在它之前；对各查询取均值"
    ),
    "r a relevant document at rank i, of R in all, ahead of which are p of the pool, "
    "a judged relevant and b judged not relevant; c = 0.00001": (
        "r 为第 i 位的相关文档，共有 R 个；在它之前有 p 个池中文档，其中 a 个评判为相关，b 个评判为不相关；c = 0.00001"
    ),
    "j of the first min(k, n) documents are judged, n returned": (
        "前 min(k, n) 个文档中有 j 个已评判，n 为返回的文档数"
    ),
    "R_i the chance to stop at rank i, (2^g − 1)/2^max_grade with g the grade, P_i "
    "the chance to come so far, the product of 1 − R_j over all j < i": (
        "R_i 为停在第 i 位的概率，即 (2^g − 1)/2^max_grade，g 为等级；P_i "
        "为到达该位的概率，即所有 j < i 的 1 − R_j 之积"
    ),
    "R_i the chance to stop at rank i, (2^g − 1)/2^max_grade with g the grade, P_i "
    "the chance to come so far; in brackets those of the best order of all judged "
    "documents": (
        "R_i 为停在第 i 位的概率，即 (2^g − 1)/2^max_grade，g 为等级，P_i "
        "为到达该位的概率；括号内为所有已评判文档的最佳次序的值"
    ),
    "L_i the first i documents of the list, I_i those of the best order, p the "
    "probability to go on to the next document": (
        "L_i 为列表的前 i 个文档，I_i 为最佳次序的前 i 个，p 为继续看下一个文档的概率"
    ),
    "g_i 1 where the document at rank i is relevant, else 0, p the probability to go "
    "on to the next document": (
        "第 i 位文档相关时 g_i 为 1，否则为 0；p 为继续看下一个文档的概率"
    ),
    "n documents in the list, p the probability to go on to the next document": (
        "n 为列表中的文档数，p 为继续看下一个文档的概率"
    ),
    "h of the n returned documents are relevant, R in all; the mean over queries": (
        "返回的 n 个文档中有 h 个相关，共有 R 个相关；对各查询取均值"
    ),
    "P precision and R recall of the whole list, β = 1; the mean over queries": (
        "P 与 R 为整个列表的查准率与查全率，β = 1；对各查询取均值"
    ),
    "the inner sum over the items i of the list of user u, kᵤ its length, pᵢ the "
    "popularity of item i over the sum of all, or over the number of users, and b "
    "the base, 2 unless another is asked for": (
        "内层求和取遍用户 u 的列表中的物品 i，kᵤ 为列表长度，pᵢ 为物品 i 的流行度除以全部流行度之和或用户数，b 为底数，不另指定时为 2"
    ),
    "the inner sum over the items i of the list of user u, kᵤ its length, and cᵢ the "
    "popularity of item i": (
        "内层求和取遍用户 u 的列表中的物品 i，kᵤ 为列表长度，cᵢ 为物品 i 的流行度"
    ),
    "the inner sum over the items i of the list Aᵤ and j of the history Hᵤ of user "
    "u, and s the cosine of the features of two items": (
        "内层求和取遍用户 u 的列表 Aᵤ 中的物品 i 与其历史 Hᵤ 中的 j，s 为两个物品特征的余弦"
    ),
    "Aᵤ the list of user u, Rᵤ what is relevant to that user, and Eᵤ what a "
    "primitive recommender has, such as the most popular items": (
        "Aᵤ 为用户 u 的列表，Rᵤ 为与该用户相关的物品，Eᵤ 为简单推荐器（如最流行的物品）给出的物品"
    ),
    "the sum over the pairs of users u < v of n, Aᵤ the list of user u, and kᵤ its "
    "length": ("对 n 个用户的所有对 u < v 求和，Aᵤ 为用户 u 的列表，kᵤ 为其长度"),
    "the inner sum over the pairs of items i < j in the list of user u, kᵤ its "
    "length, and s the cosine of the features of two items": (
        "内层求和取遍用户 u 的列表中的物品对 i < j，kᵤ 为列表长度，s 为两个物品特征的余弦"
    ),
    "the inner sum over the pairs of items i < j in the list of user u, kᵤ its "
    "length, and s the cosine of the features of two items; with metric='euclidean' "
    "their distance in place of 1 − s": (
        "内层求和取遍用户 u 的列表中的物品对 i < j，kᵤ 为列表长度，s "
        "为两个物品特征的余弦；metric='euclidean' 时以其距离代替 1 − s"
    ),
    "Aᵤ the list of user u, and C the catalog": ("Aᵤ 为用户 u 的列表，C 为目录"),
    "P the items for which there can be a prediction, and C the catalog": (
        "P 为能给出预测的物品，C 为目录"
    ),
    "Aᵤ the list of user u, n the number of users, and m of min_items, which is 1 "
    "unless something else is asked for": (
        "Aᵤ 为用户 u 的列表，n 为用户数，m 为 min_items，不另指定时为 1"
    ),
    "xᵢ ascending in how many lists each of the n items of the catalog is, 0 of "
    "those that nobody is recommended": (
        "xᵢ 为目录的 n 个物品各自出现在多少个列表中，升序，从未被推荐的为 0"
    ),
    "pᵢ the share of item i in all recommendations, and b the base, 2 unless another "
    "is asked for": ("pᵢ 为物品 i 在所有推荐中的占比，b 为底数，不另指定时为 2"),
    "of the reference H words are hits, S substituted and D deleted; of the "
    "hypothesis I inserted": (
        "参考文本中有 H 个词命中、S 个被替换、D 个被删除；识别文本中有 I 个插入"
    ),
    "of the reference H characters are hits, S substituted and D deleted; of the "
    "hypothesis I inserted": (
        "参考文本中有 H 个字符命中、S 个被替换、D 个被删除；识别文本中有 I 个插入"
    ),
    "of the reference H tokens are hits, S substituted and D deleted; of the "
    "hypothesis I inserted": (
        "参考文本中有 H 个词元命中、S 个被替换、D 个被删除；识别文本中有 I 个插入"
    ),
    "of n utterances w have an edit": ("n 条语句中有 w 条含编辑操作"),
    "of N tokens of the reference H are hits, S substituted and D deleted": (
        "参考文本的 N 个词元中 H 个命中、S 个被替换、D 个被删除"
    ),
    "over all alignments with S substitutions, D deletions and I insertions": (
        "取遍所有对齐，S 为替换数，D 为删除数，I 为插入数"
    ),
    "how often a of the reference is aligned with another word b": (
        "参考文本的词 a 与另一个词 b 对齐的次数"
    ),
    "S substitutions, D deletions, I insertions": (
        "S 为替换数，D 为删除数，I 为插入数"
    ),
    "yᵢ the observed number of row i, ŷᵢ the predicted one, in all pairs of rows; of "
    "equal predictions the sign is 0": (
        "yᵢ 为第 i 行的观测值，ŷᵢ 为其预测值，取遍所有行对；预测值相同时符号为 0"
    ),
    "nDCG@k that of the first k documents, K the ranks of the documents with a gain; "
    "the mean over queries": (
        "nDCG@k 为前 k 个文档的值，K 为有增益的文档的名次；对各查询取均值"
    ),
    "g_i the gain of the document at rank i, g_(i) the i-th largest of all judged "
    "documents, c_i the sum of max(g_(j), 1) − g_j over all j ≤ i": (
        "g_i 为第 i 位文档的增益，g_(i) 为所有已评判文档中第 i 大的增益，c_i "
        "为所有 j ≤ i 的 max(g_(j), 1) − g_j 之和"
    ),
    "b_q the bpref of query q, of n, and c = 0.00001": (
        "b_q 为 n 个查询中查询 q 的 bpref，c = 0.00001"
    ),
    "G_i = Σ_t (1 − α)^r over the sub-topics of the document at rank i, r documents "
    "ahead of it being relevant to t, too; G_(i) of the greedy order of all judged "
    "documents, k the cut-off": (
        "G_i = Σ_t (1 − α)^r，取遍第 i 位文档的子主题，在它之前有 r 个文档也与 t "
        "相关；G_(i) 取自所有已评判文档的贪心次序，k 为截断位置"
    ),
    "i the ranks up to k of documents relevant to t, one of M sub-topics, r "
    "documents ahead of it being relevant to t, too": (
        "i 为不超过 k 的、与 t 相关的文档的名次，t 为 M 个子主题之一，在它之前有 r 个文档也与 t 相关"
    ),
    "i the ranks of documents relevant to t, one of M sub-topics, r documents ahead "
    "of it being relevant to t, too; β the probability to go on to the next document": (
        "i 为与 t 相关的文档的名次，t 为 M 个子主题之一，在它之前有 r 个文档也与 t 相关；β 为继续看下一个文档的概率"
    ),
    "s of the M sub-topics have a relevant document among the first k; the mean over "
    "queries": ("M 个子主题中有 s 个在前 k 个文档中有相关文档；对各查询取均值"),
    "h of the n returned documents are relevant, R in all, of N documents; p₁ … p₄ = "
    "1, −1, 0, 0; the mean over queries": (
        "返回的 n 个文档中有 h 个相关，共有 R 个相关，文档总数为 N；p₁ … p₄ = 1、−1、0、0；对各查询取均值"
    ),
    "n queries; of query q, d_q documents are returned, R_q relevant, h_q both, b_q "
    "returned and judged not relevant": (
        "n 为查询数；查询 q 返回 d_q 个文档，R_q 个相关，h_q 个两者皆是，b_q 个返回且评判为不相关"
    ),
}
