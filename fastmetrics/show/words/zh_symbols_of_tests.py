"""Chinese (simplified): letters in formulas of tests, splits and validation."""

SYMBOLS = {
    "of n segments with an error, d and s are the mean and standard deviation of the "
    "errors of A less those of B": (
        "有错误的 n 段中，d 与 s 为 A 的错误数减 B 的错误数的均值与标准差"
    ),
    "m the number of tests, pⱼ the j-th smallest p-value; this is Holm's method, the "
    "default": ("m 为检验的个数，pⱼ 为第 j 小的 p 值；此为默认的 Holm 法"),
    "r the recall, π the share of positives and f(r) the false positive rate at that "
    "recall, of rows drawn anew; other methods by name": (
        "r 为查全率，π 为正例的占比，f(r) 为该查全率处的假正例率，行重新抽取；其他方法按名指定"
    ),
    "d₀ and d₁ the quantiles of Kolmogorov's distance of so many negatives and "
    "positives at the root of the level; other methods by name": (
        "d₀ 与 d₁ 为相应数目的反例与正例的 Kolmogorov 距离在水平的平方根处的分位数；其他方法按名指定"
    ),
    "θᵢ all values without row i, m their mean, n how many rows there are": (
        "θᵢ 为去掉第 i 行后的各值，m 为其均值，n 为行数"
    ),
    "f the false positive rate; or precisions at each recall": (
        "f 为假正例率；或各查全率处的查准率"
    ),
    "Δ the scores of A less those of B by fold, s their standard deviation; J of "
    "them, trained on u rows and tested on v; μ is the mean difference, whose "
    "probability is added up below, in and above ±rope": (
        "Δ 为各折上 A 的得分减 B 的得分，s 为其标准差；共 J 个，训练用 u "
        "行、测试用 v 行；μ 为平均差，其概率在 ±rope 之下、之内与之上分别相加"
    ),
    "Δ the scores of A less those of B by fold, s their standard deviation; J of "
    "them, trained on u rows and tested on v; t has J − 1 degrees of freedom": (
        "Δ 为各折上 A 的得分减 B 的得分，s 为其标准差；共 J 个，训练用 u 行、测试用 v 行；t 的自由度为 J − 1"
    ),
    'hᵢ the loss of A less that of B on row i of n; with variance="within", σ² is '
    "the mean of the variances within the folds": (
        'hᵢ 为 n 行中第 i 行上 A 的损失减 B 的损失；variance="within" 时 σ² 为各折内方差的均值'
    ),
    "Δᵢ₁ and Δᵢ₂ the differences of the two folds of repetition i, sᵢ² the sum of "
    "their squared distances to their mean; F has 10 and 5 degrees of freedom": (
        "Δᵢ₁ 与 Δᵢ₂ 为第 i 次重复的两折上的差，sᵢ² 为它们到其均值的距离的平方和；F 的自由度为 10 与 5"
    ),
    "Δᵢ₁ and Δᵢ₂ the differences of the two folds of repetition i, sᵢ² the sum of "
    "their squared distances to their mean; t has 5 degrees of freedom. With "
    'numerator="mean", Δ₁₁ is replaced by √2 times the mean of the first two': (
        "Δᵢ₁ 与 Δᵢ₂ 为第 i 次重复的两折上的差，sᵢ² 为它们到其均值的距离的平方和；t "
        '的自由度为 5。numerator="mean" 时以前两个差的均值的 √2 倍代替 Δ₁₁'
    ),
    "Q the quantiles of the replicates, 1 − α the confidence level; this is the "
    "percentile method, the default": (
        "Q 为重抽样值的分位数，1 − α 为置信水平；此为默认的百分位法"
    ),
    "s the successes, n the rows, z the normal quantile of the confidence level; "
    "this is Wilson's method, the default": (
        "s 为成功数，n 为行数，z 为置信水平的正态分位数；此为默认的 Wilson 法"
    ),
    "xⱼ the errors of model j in nⱼ rows, p̄ their share in all rows; χ² has one "
    "degree of freedom less than there are models": (
        "xⱼ 为模型 j 在 nⱼ 行上的错误数，p̄ 为错误在所有行中的占比；χ² 的自由度为模型数减一"
    ),
    "χ² Friedman's statistic of k models on N data sets; where its p-value p is at "
    "most α, pᵢⱼ are those of each pair, by Nemenyi's test or that of your choice": (
        "χ² 为 k 个模型在 N 个数据集上的 Friedman 统计量；其 p 值 p 不超过 α 时，"
        "pᵢⱼ 为每一对的 p 值，按 Nemenyi 检验或所选的检验"
    ),
    "d the difference of two models, d* that in a bootstrap replicate, s its "
    "standard error, the maximum over all pairs, Q its quantile at the level": (
        "d 为两个模型之差，d* 为自助重抽样中的差，s 为其标准误，最大值取遍所有对，Q 为其在该水平的分位数"
    ),
    "θ₁, θ₂ and θ₃ the shares of averages of two differences above, in and below the "
    "region of practical equivalence, by weights that are drawn from their posterior": (
        "θ₁、θ₂ 与 θ₃ 为两个差的平均在实际等价区间之上、之内与之下的占比，权重由其后验抽取"
    ),
    "Cⱼ the right answers of the j-th of k models, Rᵢ those to row i, T all of them; "
    "Q is compared with the χ² law of k − 1 degrees of freedom": (
        "Cⱼ 为 k 个模型中第 j 个的正确数，Rᵢ 为第 i 行上的正确数，T 为总正确数；Q 与自由度为 k − 1 的 χ² 分布比较"
    ),
    "M any metric, s a choice of some of n rows, Aₛ and Bₛ the outputs of A and B, "
    "exchanged in these rows": (
        "M 为任一指标，s 为 n 行中某些行的选取，Aₛ 与 Bₛ 为在这些行上互换后的 A 与 B 的输出"
    ),
    "b how many of m pairs that differ have the greater number first, X the number "
    "of heads of m fair coins": (
        "m 个有差别的对中有 b 个前者较大，X 为 m 次抛公平硬币中正面的次数"
    ),
    "dᵢ the i-th difference, sᵢ 1 where it is above 0 and else 0; where differences "
    "are symmetric around 0, sᵢ is 0 or 1 with probability ½": (
        "dᵢ 为第 i 个差，大于 0 时 sᵢ 为 1，否则为 0；若差关于 0 对称，sᵢ 为 0 或 1 的概率各为 ½"
    ),
    "M the metric of some rows, S as many of all rows as A has, drawn at random, and "
    "S̄ the others": (
        "M 为某些行的指标，S 为从所有行中随机抽取的与 A 同样多的行，S̄ 为其余的行"
    ),
    "θₖ 42 shares from 1 down to 10⁻⁶ of a capital of 1, wₖ their weights, yᵢ the "
    "value of row i of an update as a share of its range, μ that of the null, ℓ the "
    "average run length": (
        "θₖ 为资金 1 中从 1 到 10⁻⁶ 的 42 个份额，wₖ 为其权重，yᵢ 为一次更新中第 i "
        "行的值占其范围的比例，μ 为原假设的值，ℓ 为平均运行长度"
    ),
    "θₖ 42 shares from 1 down to 10⁻⁶ of a capital of 1, wₖ their weights, yᵢ the "
    "difference of both models on row i as a share of its range, μ that of the null, "
    "½ where there is no margin": (
        "θₖ 为资金 1 中从 1 到 10⁻⁶ 的 42 个份额，wₖ 为其权重，yᵢ 为第 i "
        "行上两个模型之差占其范围的比例，μ 为原假设的值，没有界限时为 ½"
    ),
    "θₖ 42 shares from 1 down to 10⁻⁶ of a capital of 1, wₖ their weights, yᵢ the "
    "value of row i as a share of its range, μ that of the null; E is of the "
    'alternative "greater", and its maximum is over all looks so far': (
        "θₖ 为资金 1 中从 1 到 10⁻⁶ 的 42 个份额，wₖ 为其权重，yᵢ 为第 i "
        '行的值占其范围的比例，μ 为原假设的值；E 对应备择假设 "greater"，'
        "其最大值取遍至今的各次查看"
    ),
    "z the estimate less the null over its error, n the rows it rests on, θₖ 36 "
    "shares from ⅛ down to 10⁻⁶, wₖ their weights": (
        "z 为估计值减原假设的值再除以其误差，n 为它所依据的行数，θₖ 为从 ⅛ 到 10⁻⁶ 的 36 个份额，wₖ 为其权重"
    ),
    "E₊(m) and E₋(m) what bets have become on a mean above m and below it, 1 − α the "
    "confidence level": (
        "E₊(m) 与 E₋(m) 为押均值大于 m 与小于 m 的赌注所变成的资金，1 − α 为置信水平"
    ),
    "δ the difference, σ² the discordance or the variance of differences by row, κ "
    "the z from which on the test rejects at n rows": (
        "δ 为差，σ² 为不一致率或逐行之差的方差，κ 为检验在 n 行处开始拒绝的 z 值"
    ),
    "ψ the share of rows on which exactly one model is right, δ the difference, d "
    "the number of such rows, b those that A has right, p the p-value of b and d": (
        "ψ 为恰有一个模型正确的行的占比，δ 为差，d 为这种行的行数，b 为其中 A 正确的行数，p 为 b 与 d 的 p 值"
    ),
    "ψ the share of rows on which exactly one model is right (σ in place of both "
    "roots for means over rows), z_α and z_β the normal quantiles of the level and "
    "the power": (
        "ψ 为恰有一个模型正确的行的占比（对逐行均值，两个根都以 σ 代替），z_α 与 z_β 为水平与功效的正态分位数"
    ),
    "A the area that is expected and A₀ the one to be refuted, v the variance of an "
    "area of so many rows, or of its difference from another area A₀, z normal "
    "quantiles": (
        "A 为预期的面积，A₀ 为要否定的面积，v 为相应行数的面积的方差，或它与另一面积 A₀ "
        "之差的方差，z 为正态分位数"
    ),
    "p the share that is expected and p₀ the one to be refuted, z normal quantiles": (
        "p 为预期的比例，p₀ 为要否定的比例，z 为正态分位数"
    ),
    "r the rate that is expected and r₀ the one to be refuted, D the design effect, "
    "m the words of an utterance, c the coefficient of variation of its errors, n "
    "the utterances, z normal quantiles": (
        "r 为预期的错误率，r₀ 为要否定的错误率，D 为设计效应，m 为一条语句的词数，c 为其错误数的变异系数，n 为语句数，z 为正态分位数"
    ),
    "φ and Φ the density and the distribution function of a normal variable, z the "
    "largest of k": ("φ 与 Φ 为正态变量的密度与分布函数，z 为 k 个中最大的"),
    "sᵢⱼ the score of model j on data set i, greater being better": (
        "sᵢⱼ 为模型 j 在数据集 i 上的得分，越大越好"
    ),
    "rᵢⱼ the rank among all of what model j of k has above the mean of data set i of "
    "N, Rⱼ the sum of a model's, Tᵢ that of a data set's": (
        "rᵢⱼ 为 k 个模型中模型 j 高出 N 个数据集中数据集 i 的均值的部分在全体中的秩，Rⱼ 为一个模型的秩和，Tᵢ 为一个数据集的秩和"
    ),
    "r̄ᵢ the mean rank of model i of k over N data sets, r̄c that of the control, Φ "
    "the normal distribution function": (
        "r̄ᵢ 为 k 个模型中模型 i 在 N 个数据集上的平均秩，r̄c 为对照的平均秩，Φ 为正态分布函数"
    ),
    "R̄ⱼ the mean rank of the nⱼ values of model j among all n values, t the sizes "
    "of groups of ties; Holm's adjustment is the default": (
        "R̄ⱼ 为模型 j 的 nⱼ 个值在全部 n 个值中的平均秩，t 为各组相同值的大小；默认用 Holm 校正"
    ),
    "R̄ⱼ the mean rank of the nⱼ values of model j among all n values; ties correct "
    "H, which has χ² with one degree of freedom less than there are models": (
        "R̄ⱼ 为模型 j 的 nⱼ 个值在全部 n 个值中的平均秩；相同值校正 H，它服从自由度为模型数减一的 χ² 分布"
    ),
    "Rⱼ the sum over data sets of the ranks of the model that was expected at place "
    "j; without differences all orders of each data set's ranks are as likely": (
        "Rⱼ 为预期排在第 j 位的模型在各数据集上的秩和；没有差别时每个数据集的各种秩次序等可能"
    ),
    "pᵢⱼ the p-value of the test of models i and j": (
        "pᵢⱼ 为模型 i 与 j 的检验的 p 值"
    ),
    "Sᵢⱼ = Qᵢ (rᵢⱼ − (k + 1) / 2), rᵢⱼ the rank of model j of k on data set i of N, "
    "Qᵢ the rank of the data set by the range of its scores": (
        "Sᵢⱼ = Qᵢ (rᵢⱼ − (k + 1) / 2)，rᵢⱼ 为 k 个模型中模型 j 在 N "
        "个数据集中数据集 i 上的秩，Qᵢ 为该数据集按得分极差的秩"
    ),
    "xᵢ row i, gᵢ its group, S the training part, T the test part": (
        "xᵢ 为第 i 行，gᵢ 为其组，S 为训练部分，T 为测试部分"
    ),
    "xᵢ row i, gᵢ its group, S the training part, T the test part, with m of all n "
    "rows and m_c of the n_c rows of class c": (
        "xᵢ 为第 i 行，gᵢ 为其组，S 为训练部分，T 为测试部分，有全部 n 行中的 m 行，类 c 的 n_c 行中的 m_c 行"
    ),
    "xᵢ row i, gᵢ its group if it has one, cᵢ its number": (
        "xᵢ 为第 i 行，gᵢ 为其组（若有），cᵢ 为其编号"
    ),
    "fᵢ the prediction of the model of training set i of D, f̄ their mean; averaged "
    "over rows. With known or repeatedly observed targets noise is taken out of the "
    "bias. Of the 0-1 loss f̄ is the most frequent prediction": (
        "fᵢ 为 D 个训练集中第 i 个的模型的预测，f̄ 为其均值；对各行取平均。"
        "目标已知或多次观测时，从偏差中去掉噪声。对 0-1 损失 f̄ 为最常见的预测"
    ),
    "for each value of the parameter, over models of the same training sets": (
        "对参数的每个值，在相同训练集的模型上"
    ),
    "over models of many training sets drawn from one sample; of the 0-1 loss as "
    "bias_variance_decomposition has it": (
        "在从一个样本抽取的许多训练集的模型上；0-1 损失同 bias_variance_decomposition"
    ),
    "t the sum of the leverages of n rows: the effective number of parameters": (
        "t 为 n 行的杠杆值之和：有效参数个数"
    ),
    "j runs over the k nearest other rows; of labels the most frequent is taken": (
        "j 取遍最近的 k 个其他行；标记取最常见的"
    ),
    "ŷᵢ the fitted number of row i, hᵢ its leverage": (
        "ŷᵢ 为第 i 行的拟合值，hᵢ 为其杠杆值"
    ),
    "zᵢ row i with a 1 in front, wᵢ its weight, λ the penalty, D the identity but "
    "for a 0 in the place of the intercept": (
        "zᵢ 为前面加 1 的第 i 行，wᵢ 为其权重，λ 为惩罚，D 为单位阵，但截距处为 0"
    ),
    "Eᵢ the mean loss on row i of n of the models of resamples without it; of "
    "metrics that are no means over rows, the mean over resamples of the metric on "
    "the rows that each has not drawn": (
        "Eᵢ 为不含第 i 行（共 n 行）的各重抽样的模型在该行上的平均损失；对不是逐行均值的指标，为各重抽样中未抽到的行上的指标的均值"
    ),
    "a the apparent error, b that on rows not drawn, or γ if that is less; γ the "
    "no-information value": (
        "a 为表观误差，b 为未抽到的行上的误差，γ 更小时取 γ；γ 为无信息值"
    ),
    "a the score of the model of all rows on these, b that of resamples' models on "
    "rows not drawn; w as point632_score has it": (
        "a 为用所有行得到的模型在这些行上的得分，b 为各重抽样的模型在未抽到的行上的得分；w 同 point632_score"
    ),
    "the numbers taken as the decimals that are written": ("各数按所写的十进制数取"),
    "M_b the metric, on the rows that resample b of B lacks, of the model that is "
    "best on the rows that it has": (
        "M_b 为 B 个重抽样中第 b 个所缺的行上的指标，模型为在其所有的行上最好的"
    ),
    "S_f(n) the score on the test part of fold f of a model that learnt from n of "
    "its training rows, k how many folds there are": (
        "S_f(n) 为用第 f 折的 n 个训练行学得的模型在该折测试部分上的得分，k 为折数"
    ),
    "the largest for any parameters p, S_f(p) the score of these on the test part of "
    "fold f of k": (
        "取遍各组参数 p 中最大的，S_f(p) 为该组参数在 k 折中第 f 折的测试部分上的得分"
    ),
    "S_f(v) the score on the test part of fold f of a model with the value v, k how "
    "many folds there are": (
        "S_f(v) 为取值 v 的模型在第 f 折的测试部分上的得分，k 为折数"
    ),
    "C the criterion, sᵢ the score of row i by the model of the rows outside its "
    "inner fold f(i); in each outer fold t is chosen on its training part alone": (
        "C 为准则，sᵢ 为内层第 f(i) 折之外的行的模型给第 i 行的得分；在每个外层折中 t 只在其训练部分上选取"
    ),
    "for every block b of k rows; rank from 0 among all rows, k folds; or quantile "
    "bins of y as classes": (
        "对每个含 k 行的块 b；rank 为在所有行中从 0 起的名次，k 为折数；或以 y 的分位数分箱作为类"
    ),
    "n rows, cᵢ how often row i is drawn; a row is never drawn with probability (1 − "
    "1/n)ⁿ, about 36.8 %": (
        "n 为行数，cᵢ 为第 i 行被抽到的次数；一行从未被抽到的概率为 (1 − 1/n)ⁿ，约 36.8 %"
    ),
    "hₛ(i) the half in which row i is tested in repetition s: the folds of a "
    "shuffled KFold or StratifiedKFold of two": (
        "hₛ(i) 为第 s 次重复中第 i 行受测的那一半：两折的打乱的 KFold 或 StratifiedKFold"
    ),
    "N_f(g) the rows that fold f has before group g, the groups coming from the "
    "largest one down, and of equals the last one first; shuffled, the groups are in "
    "blocks instead": (
        "N_f(g) 为第 f 折在组 g 之前已有的行数，组从大到小，同样大时后者在前；打乱时组则成块"
    ),
    "g groups, t the test's share of them, γ the groups in random order": (
        "g 为组数，t 为测试所占的比例，γ 为随机次序的组"
    ),
    "g groups by their first rows, k splits s = 0, …, k − 1, m groups in a test; "
    "trained on are those before it, less the gap": (
        "g 个组按其首行排列，k 个划分 s = 0, …, k − 1，每次测试 m 个组；用其之前的组训练，去掉间隔"
    ),
    "k folds; h FarmHash's Fingerprint64 of the salt and the key, a signed number of "
    "64 bits": ("k 为折数；h 为盐与键的 FarmHash Fingerprint64，是 64 位的有符号数"),
    "n rows, k folds of n_f rows each, the larger ones first, π the order of the "
    "rows: as they come, or shuffled": (
        "n 行，k 折各 n_f 行，较大的在前，π 为行的次序：原样，或打乱"
    ),
    "group(i) the group of row i; as many splits as groups": (
        "group(i) 为第 i 行的组；划分数与组数相同"
    ),
    "group(i) the group of row i, S a set of p groups, every one of them once": (
        "group(i) 为第 i 行的组，S 为 p 个组的集合，每个集合一次"
    ),
    "n rows, p of them tested at a time: n! / (p! (n − p)!) splits": (
        "n 行，每次测试 p 行：共 n! / (p! (n − p)!) 个划分"
    ),
    "row i the next one that has label l, the rarest of all rows still to be put "
    "into a fold; n_l rows have it, n_fl of them in fold f so far; k folds": (
        "第 i 行为下一个带标记 l 的行，l 在尚未分到折的行中最少见；n_l 行带该标记，其中 n_fl 行目前在第 f 折；k 为折数"
    ),
    "row i the next one in random order that has label l, the rarest of all rows "
    "still to be put into a part; n rows, n_l of them have it, n_pl are in part p so "
    "far, which is to have m_p rows": (
        "第 i 行为按随机次序的下一个带标记 l 的行，l 在尚未分配的行中最少见；共 n "
        "行，n_l 行带该标记，目前部分 p 中有 n_pl 行，该部分应有 m_p 行"
    ),
    "fold(i) what the column says of row i; a row of −1 is always trained on": (
        "fold(i) 为该列对第 i 行所说的折；值为 −1 的行总用于训练"
    ),
    "a the first row of the test, eᵢ the last row that enters the label of row i, w "
    "the rows of the embargo": (
        "a 为测试的首行，eᵢ 为进入第 i 行标记的最后一行，w 为禁用期的行数"
    ),
    "k folds, r repeats: k·r splits, in which each group is tested r times": (
        "k 折，r 次重复：k·r 个划分，每个组受测 r 次"
    ),
    "k folds, r repeats: k·r splits, in which each row is tested r times": (
        "k 折，r 次重复：k·r 个划分，每一行受测 r 次"
    ),
    "n rows, t the test's share of them, π the rows in random order, of which the "
    "next are to train on": (
        "n 行，t 为测试所占的比例，π 为随机次序的行，其后的用于训练"
    ),
    "n_c rows of class c, n_fc of them in fold f, k folds; moves and swaps of groups "
    "look for the least, the greedy method puts one group after the other where the "
    "shares n_fc / n_c then spread least": (
        "类 c 有 n_c 行，其中 n_fc 行在第 f 折，k 为折数；移动与交换组以求最小，"
        "贪心法则逐个放置组，使占比 n_fc / n_c 的离散最小"
    ),
    "n rows, n_c of class c, n_pc of them in part p, which is to have m_p rows; from "
    "groups in random order, moves and swaps look for the least": (
        "n 行，类 c 有 n_c 行，其中 n_pc 行在部分 p 中，该部分应有 m_p 行；从随机次序的组出发，移动与交换以求最小"
    ),
    "n rows, n_c of them of class c, n_f in fold f, n_fc both; k folds": (
        "n 行，类 c 有 n_c 行，第 f 折有 n_f 行，两者皆是 n_fc 行；k 为折数"
    ),
    "n rows, n_c of class c, of which m_c of the m test rows; the largest remainders "
    "get what is left over. So in the training part, and in the test part of what "
    "that leaves": (
        "n 行，类 c 有 n_c 行，其中 m_c 行在 m 个测试行中；余数最大的类分得剩余的行。训练部分如此，测试部分由其余的行同样得到"
    ),
    "n rows in the order of time, counted from 0, k splits s = 0, …, k − 1, test "
    "parts of m rows": (
        "n 行按时间次序，从 0 数起，k 个划分 s = 0, …, k − 1，每个测试部分 m 行"
    ),
    "k the number of folds; a splitter stands for itself, pairs of index arrays for "
    "themselves": ("k 为折数；划分器就是其本身，成对的下标数组亦然"),
    "of the rows for the test; t is their share of the keys; h FarmHash's "
    "Fingerprint64 of the salt and the key, a signed number of 64 bits": (
        "用于测试的行；t 为其在键中所占的比例；h 为盐与键的 FarmHash Fingerprint64，是 64 位的有符号数"
    ),
    "n rows, t the test's share of them, π the rows in random order, of which the "
    "next are to train on; with stratify a class has its share of both parts, with "
    "groups a group is on one side": (
        "n 行，t 为测试所占的比例，π 为随机次序的行，其后的用于训练；给出 stratify "
        "时各类在两部分中占比相同，给出 groups 时一个组只在一边"
    ),
    "n rows, t and u the shares of the test and of the validation, π the rows in "
    "random order, ρ those that are left in another": (
        "n 行，t 与 u 为测试与验证所占的比例，π 为随机次序的行，ρ 为其余行的另一随机次序"
    ),
    "L the loss; of what is no mean of losses, the metric of the n² rows (yᵢ, ŷⱼ)": (
        "L 为损失；对不是损失均值的指标，为 n² 行 (yᵢ, ŷⱼ) 的指标"
    ),
    "M the metric, y_f and ŷ_f the rows of fold f of k; rankings are averaged over "
    "folds, tables of counts are added, means over rows are of all rows": (
        "M 为指标，y_f 与 ŷ_f 为 k 折中第 f 折的行；排序指标取各折的平均，计数表相加，逐行的均值取自所有行"
    ),
    "s the mean score over folds, s_b that of the b-th of B permutations of the "
    "targets": ("s 为各折的平均得分，s_b 为目标的 B 次置换中第 b 次的平均得分"),
    "h₋f the model of the rows outside fold f, f(i) the fold that tests row i": (
        "h₋f 为第 f 折之外的行的模型，f(i) 为测试第 i 行的折"
    ),
    "m the metric, f(i) the fold that tests row i, h₋f the model of the rows outside "
    "fold f": ("m 为指标，f(i) 为测试第 i 行的折，h₋f 为第 f 折之外的行的模型"),
}
