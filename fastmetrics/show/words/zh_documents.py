"""Chinese (simplified): headings, tables, notes and pages."""

TEXTS = {
    # which columns of a file are what
    "({form}): {columns}": "（{form}）：{columns}",
    "{file} {columns}": "{file}{columns}",
    "{file} ({form})": "{file}（{form}）",
    "{runs}, by {qrels}": "{runs}；相关性判断取自 {qrels}",
    "{file} ({form}), utterances matched by id": "{file}（{form}），语句按标识配对",
    "{file} ({form}), utterances matched by line": "{file}（{form}），语句按行配对",
    "{file} ({form}), columns {said} and {heard}": (
        "{file}（{form}），参考列 {said}，识别列 {heard}"
    ),
    "Bundled: two searches of NumPy's documentation": (
        "自带数据：在 NumPy 文档中的两次检索"
    ),
    "bundled data: {name}, printed lines read by two recognisers": (
        "自带数据：{name}，由两个识别器读取的印刷文本行"
    ),
    "{system}, {utterance}: 1 error": "{system}，{utterance}：1 处错误",
    "{system}, {utterance}: {n} errors": "{system}，{utterance}：{n} 处错误",
    "{a} and {b}": "{a} 与 {b}",
    "{n} {role} {names}": "{n} 个{role} {names}",
    "{one}; {two}": "{one}；{two}",
    "{role} {names}": "{role} {names}",
    "bundled data": "自带数据",
    "standard input": "标准输入",
    "truth": "真值",
    "prediction": "预测",
    "predictions": "预测",
    "score": "得分",
    "scores": "得分",
    "probability": "概率",
    "probabilities": "概率",
    "weight": "权重",
    "group": "组",
    "fold": "折",
    "feature": "特征",
    "features": "特征",
    "query id": "查询号",
    "document id": "文档号",
    "ensemble": "集合预报",
    "ensembles": "集合预报",
    "lower bound": "下界",
    "lower bounds": "下界",
    "upper bound": "上界",
    "upper bounds": "上界",
    "quantile": "分位数",
    "quantiles": "分位数",
    "metrics that need all rows at once are left out": "需要同时读取所有行的指标已略去",
    "scores do not fit into {room}: an engine has brought them in order": (
        "得分超出 {room}：由计算引擎排序后读取"
    ),
    "no differences of models: summaries do not pair their rows": (
        "没有模型之间的差异：摘要不保留各行的对应关系"
    ),
    "scores are held as a sketch of at most {k} intervals": (
        "得分以草图保存，最多 {k} 个区间"
    ),
    "rows do not fit into {room}: read in one pass": (
        "所有行放不进 {room} 内存：一遍读完"
    ),
    "no slices of {metrics}: the scores of each do not fit into memory": (
        "没有 {metrics} 的分片：各分片的得分放不进内存"
    ),
    "rows do not fit into {room}: read in {k} passes": (
        "所有行放不进 {room} 内存：分 {k} 遍读取"
    ),
    "rows left out of both clusterings": "从两个聚类中略去相同的行",
    # whose the functions of scikit-learn are
    "{ours} of {n} functions of scikit-learn compute by fastmetrics; calls so far: "
    "{calls}.": (
        "scikit-learn 的 {n} 个函数中有 {ours} 个由 fastmetrics 计算；迄今调用 {calls} 次。"
    ),
    "Whose the functions of scikit-learn are": "scikit-learn 的函数由谁计算",
    "Ours, not called so far": "由 fastmetrics 计算、迄今未被调用",
    "Function": "函数",
    "Calls": "调用次数",
    "Seconds": "秒",
    "Why": "原因",
    "every parameter of theirs is one of ours": "其每个参数我们都有",
    "fastmetrics has no function of this name": "fastmetrics 没有同名函数",
    "it joins any points by straight lines: there is nothing to gain": (
        "它只用直线连接任意的点：没有可加速之处"
    ),
    "left out by exclude": "被 exclude 排除",
    "not patched": "未替换",
    "{parameter} has another default": "{parameter} 的默认值不同",
    "{parameter} is not in its place": "{parameter} 的位置不同",
    # tables
    "Value": "数值",
    "Value and {level} interval": "数值与 {level} 置信区间",
    "{family}: value and {level} interval": "{family}：数值与 {level} 置信区间",
    "{title}: {model}": "{title}：{model}",
    "{title}, the best {n} of {k} models": "{title}，{k} 个模型中最好的 {n} 个",
    "Metric": "指标",
    "Model": "模型",
    "Range": "取值范围",
    "Better": "更优方向",
    "↑ higher": "↑ 越高越好",
    "↓ lower": "↓ 越低越好",
    "Difference: {a} − {b}": "差值：{a} − {b}",
    "Difference and {level} interval": "差值与 {level} 置信区间",
    "{line}; intervals keep groups together": "{line}；区间把同组的行放在一起",
    "Requirements": "要求",
    "{requirement} holds: {value}": "{requirement} 满足：{value}",
    "{requirement} holds for {whom}: {value}": "{requirement} 对 {whom} 满足：{value}",
    "{requirement} is broken: {value}": "{requirement} 未满足：{value}",
    "{requirement} is broken by {whom}: {value}": (
        "{requirement} 对 {whom} 未满足：{value}"
    ),
    "undefined ({why})": "无定义（{why}）",
    "{n} points": "{n} 个百分点",
    "p-value": "p 值",
    "Adjusted p-value": "校正 p 值",
    "{level} rank interval": "{level} 名次区间",
    "{metric}: ranks (models that share a letter are not told apart)": (
        "{metric}：名次（有相同字母的模型之间无法区分）"
    ),
    "Favours": "支持",
    "Group": "组",
    "{metric}: row − column, in points (* told apart)": (
        "{metric}：行 − 列，单位为百分点（* 表示可以区分）"
    ),
    "{metric}: row − column (* told apart)": "{metric}：行 − 列（* 表示可以区分）",
    "Class": "类别",
    "True pos.": "真正例",
    "False pos.": "假正例",
    "False neg.": "假反例",
    "True neg.": "真反例",
    "Each class": "各类别",
    "Each label": "各标签",
    "The {n} of {k} classes with the lowest F1": "{k} 个类别中 F1 最低的 {n} 个",
    "Counts of each label": "各标签的计数",
    "Counts of the {n} of {k} labels with most errors": (
        "{k} 个标签中错误最多的 {n} 个的计数"
    ),
    "Confusion matrix (rows: true, columns: predicted)": (
        "混淆矩阵（行：真实，列：预测）"
    ),
    "Confusion matrix (% of the true class; columns: predicted)": (
        "混淆矩阵（占真实类别的 %；列：预测）"
    ),
    "The {n} most frequent of {k} confusions": "{k} 种混淆中最常见的 {n} 种",
    "Of the true class": "占真实类别",
    "Each cluster": "各簇",
    "The {n} largest of {k} clusters": "{k} 个簇中最大的 {n} 个",
    "Of all rows": "占全部行",
    "Mean distance": "平均距离",
    "Diameter": "直径",
    "Contingency (rows: true, columns: clusters)": "列联表（行：真实，列：簇）",
    "Contingency (% of the true label; columns: clusters)": (
        "列联表（占真实标签的 %；列：簇）"
    ),
    "The {n} largest of {k} overlaps": "{k} 处重叠中最大的 {n} 处",
    "Of the true label": "占真实标签",
    "Of the cluster": "占该簇",
    # rows and classes
    "{n} rows": "{n} 行",
    "{rows}: {positive} positive ({share}, label {label}), {negative} negative": (
        "{rows}：正例 {positive}（{share}，标签 {label}），反例 {negative}"
    ),
    "By weight: {positive} positive ({share}), {negative} negative": (
        "按权重：正例 {positive}（{share}），反例 {negative}"
    ),
    "{n} rows of {k} classes: {sizes}": "{n} 行，{k} 个类别：{sizes}",
    "{n} rows, {k} labels; {mean} true labels per row": (
        "{n} 行，{k} 个标签；每行平均 {mean} 个真实标签"
    ),
    "{n} rows, {k} labels; {mean} true labels per row, by weight": (
        "{n} 行，{k} 个标签；按权重每行平均 {mean} 个真实标签"
    ),
    "{n} rows, 1 measurement of each": "{n} 行，每行 1 个测量值",
    "{n} rows, {k} measurements of each": "{n} 行，每行 {k} 个测量值",
    "{rows}; 1 true label: {sizes}": "{rows}；1 个真实标签：{sizes}",
    "{rows}; {k} true labels: {sizes}": "{rows}；{k} 个真实标签：{sizes}",
    "from {largest} ({most}) to {smallest} ({least})": (
        "从 {largest}（{most}）到 {smallest}（{least}）"
    ),
    "{n}, {share}": "{n}，{share}",
    "{n}, {share}, by weight": "{n}，按权重 {share}",
    "{n} ({share}) in each": "每类 {n}（{share}）",
    "{n} ({share}, by weight) in each": "每类 {n}（按权重 {share}）",
    # how intervals were made
    "How the {level} intervals were made": "{level} 置信区间的构造方法",
    "{way}: {metrics}": "{way}：{metrics}",
    "{metric} ({models})": "{metric}（{models}）",
    "{metrics}: {why}": "{metrics}：{why}",
    "≈ {why}": "≈ {why}",
    "≈ {why}.": "≈ {why}。",
    "none (—)": "无（—）",
    "{method}, drawn in blocks of times": "{method}，按时间块抽取",
    "Student's t, long-run variance": "Student t，长期方差",
    "Student's t, long-run variance (log scale)": "Student t，长期方差（对数尺度）",
    "Student's t, long-run variance (logit scale)": (
        "Student t，长期方差（logit 尺度）"
    ),
    "Student's t, long-run variance (Fisher's z)": (
        "Student t，长期方差（Fisher z 变换）"
    ),
    "Student's t, long-run variance (log of 1 − value)": (
        "Student t，长期方差（1 − 值的对数）"
    ),
    "{method}, drawn by cells": "{method}，按单元抽取",
    "{method}, {n} replicates": "{method}，{n} 次重抽样",
    "{method}, approximate (≈)": "{method}，近似（≈）",
    "inverted t tests, DeLong's variance": "由 t 检验反演，DeLong 方差",
    "DeLong's variance (logit scale)": "DeLong 方差（logit 尺度）",
    "DeLong's variance, normal, cut at 0 and 1": "DeLong 方差（正态，截于 0 与 1）",
    "bootstrap, percentile": "自助法，百分位数",
    "bootstrap, basic": "自助法，基本区间",
    "bootstrap, BCa": "自助法，BCa",
    "bootstrap, bias-corrected percentile": "自助法，偏差校正百分位数",
    "smoothed scores, Student's t": "平滑得分，Student t",
    "normal, bootstrap standard error": "正态近似，自助法标准误",
    "Wilson's score interval": "Wilson 得分区间",
    "bounds of groups' rates, put together by MOVER": "各组比率的界限，用 MOVER 合成",
    "Rates of each group": "各组的比率",
    "Clopper and Pearson's exact interval": "Clopper–Pearson 精确区间",
    "Agresti and Coull's interval": "Agresti–Coull 区间",
    "Jeffreys's interval": "Jeffreys 区间",
    "normal on the log scale, closed form": "对数尺度正态近似，闭式",
    "normal, jackknife standard error": "正态近似，刀切法标准误",
    "normal, jackknife standard error and bias": "正态近似，刀切法标准误与偏差",
    "Student's t, transformed by the skewness": "Student t，按偏度变换",
    "Student's t": "Student t",
    "Student's t, jackknife standard error": "Student t，刀切法标准误",
    "Student's t, jackknife standard error (log scale)": (
        "Student t，刀切法标准误（对数尺度）"
    ),
    "Student's t, jackknife standard error (logit scale)": (
        "Student t，刀切法标准误（logit 尺度）"
    ),
    "Student's t, jackknife standard error (Fisher's z)": (
        "Student t，刀切法标准误（Fisher z 尺度）"
    ),
    "Student's t, jackknife standard error (log of 1 − value)": (
        "Student t，刀切法标准误（1 − 数值的对数尺度）"
    ),
    "order statistics, interpolated": "顺序统计量，插值",
    "exact bound, all positives above all negatives or below": (
        "精确界：所有正例均高于或均低于所有反例"
    ),
    "differences: in the same ways, {same}": "差值：方法相同，{same}",
    "each row weighted alike for both models": "每行对两个模型的权重相同",
    "{way}: precision and recall of each class": "{way}：各类别的查准率与查全率",
    "none (—): precision and recall of each class; {why}": (
        "无（—）：各类别的查准率与查全率；{why}"
    ),
    "p-values, {test}: {metrics}": "p 值（{test}）：{metrics}",
    "a p-value is the least level at which the interval leaves 0 out": (
        "p 值是使置信区间不含 0 的最小水平"
    ),
    "no row is of {classes}: recall is undefined there, and counts as 0 in macro "
    "averages": ("没有属于 {classes} 的行：其查全率无定义，在宏平均中计为 0"),
    "no row is predicted to be {classes}: precision is undefined there, and counts as "
    "0 in macro averages": "没有行被预测为 {classes}：其查准率无定义，在宏平均中计为 0",
    "{model} predicts no {classes}: precision is undefined there, and counts as 0 in "
    "macro averages": (
        "{model} 从未预测为 {classes}：其查准率无定义，在宏平均中计为 0"
    ),
    "{metrics} are functions of each other, and their p-values of one hypothesis: "
    "they differ as the intervals are made on their own scales": (
        "{metrics} 互为单调函数，其 p 值检验同一假设：数值不同只因置信区间各在自己的尺度上构造"
    ),
    "adjusted p-values, groups, ranks and whom a difference favours hold for all "
    "comparisons by a metric together, up to {n} (largest deviation)": (
        "校正 p 值、分组、名次与有利一方对同一指标的全部比较（至多 {n} 次）同时成立（最大偏差法）"
    ),
    "DeLong's test": "DeLong 检验",
    "t test with DeLong's variance": "基于 DeLong 方差的 t 检验",
    "paired bootstrap test": "配对自助法检验",
    "paired jackknife test": "配对刀切法检验",
    "paired t test": "配对 t 检验",
    "t test with the long-run variance": "基于长期方差的 t 检验",
    "paired t test, transformed by the skewness": "配对 t 检验，经偏度变换",
    # notes
    "Notes": "说明",
    "seed {seed} repeats these replicates": "随机种子 {seed} 可重现这些重抽样",
    "up to {k} of {n} replicates were undefined and left out": (
        "{n} 次重抽样中最多有 {k} 次无定义，已剔除"
    ),
    "Column": "列",
    "Importance": "重要性",
    "Importance of columns": "各列的重要性",
    "{n} more columns are in the JSON.": "其余 {n} 列见 JSON。",
    "By {metric}, the model needs {k} of {n} columns for more than chance explains "
    "(level {level}); the most important one is {first}.": (
        "按{metric}，{n} 列中有 {k} 列的重要性超出偶然（水平 {level}）；最重要的是 {first}。"
    ),
    "in colour: needed for more than chance explains, of all columns": (
        "彩色：经对所有列校正，重要性超出偶然"
    ),
    "{n} of {total} rows left out for missing values: {columns}": (
        "共 {total} 行，其中 {n} 行因有缺失值而剔除：{columns}"
    ),
    "replicates keep the size of each class (stratified)": (
        "重抽样保持各类别的大小（分层）"
    ),
    "rows are in order of time (horizon {h}): intervals and tests allow for errors of "
    "neighbouring rows that depend on each other": (
        "样本按时间排列（提前 {h} 步）：区间与检验已考虑相邻样本误差之间的相关性"
    ),
    "standard errors leave out whole groups of rows in turn (cluster jackknife)": (
        "标准误由依次去掉整组行求得（整群刀切法）"
    ),
    "replicates draw whole groups of rows (cluster bootstrap)": (
        "重抽样以整组行为单位（整群自助法）"
    ),
    "{k} replicates in place of {n}, so that rows × models × replicates stays near "
    "5·10⁹; n_resamples asks for more": (
        "重抽样 {k} 次而非 {n} 次，使行数 × 模型数 × 次数保持在 5·10⁹ 左右；可用 "
        "n_resamples 增加"
    ),
    "replicates: the thresholds of a model are cut into up to {n} cells, and what these "
    "weigh is drawn": "重抽样：每个模型的阈值划分为至多 {n} 个单元，抽取各单元的权重",
    "{n} rows of weight 0 are left out": "权重为 0 的 {n} 行已剔除",
    "labels of scores are positive where score ≥ {threshold}": (
        "得分 ≥ {threshold} 时标签记为正例"
    ),
    "labels of scores are positive where score > {threshold}": (
        "得分 > {threshold} 时标签记为正例"
    ),
    "{model}: the label {label} is taken for a cluster like any other": (
        "{model}：标签 {label} 与其他簇同样对待"
    ),
    "silhouettes are of {n} rows, drawn at random by the seed {seed}": (
        "轮廓系数基于随机抽取的 {n} 行（随机种子 {seed}）"
    ),
    "of more than {n} rows, what reads the distances of all pairs is left out: {what}": (
        "行数超过 {n} 时，需读取所有点对距离的项目被略去：{what}"
    ),
    "distances in each cluster": "各簇内的距离",
    # probabilities
    "Calibration": "校准",
    "Squared calibration error": "平方校准误差",
    "Spiegelhalter Z": "Spiegelhalter Z",
    "Rows outside the band": "带外的行",
    "Each class against the others": "各类别对其余类别",
    "The {n} of {k} classes with the most rows, each against the others": (
        "{k} 个类别中行数最多的 {n} 个，各自对其余类别"
    ),
    "Share": "占比",
    "Forecast": "平均预测",
    "Cal. error²": "平方校准误差",
    "Outside": "带外",
    "Spiegelhalter's two-sided test (p-value): is the Brier score what calibrated "
    "forecasts would have?": (
        "Spiegelhalter 双侧检验（p 值）：布里尔分数是否与预测已校准时应有的一致"
    ),
    "band: where the recalibrated curve would lie at each forecast in {level} of {n} "
    "data sets whose outcomes are drawn from the forecasts; outside: rows whose "
    "forecast's curve is not there": (
        "带：按预测概率重新抽取结果的 {n} 个数据集中，{level} 的重校准曲线在每个预测处"
        "所在的范围；带外：曲线在其预测处不在此范围内的行"
    ),
    "no consistency band and no Spiegelhalter test: rows are a series": (
        "无一致性带，也无 Spiegelhalter 检验：样本为时间序列"
    ),
    "no consistency band and no Spiegelhalter test: rows have groups": (
        "无一致性带，亦无 Spiegelhalter 检验：数据带有分组"
    ),
    "no Spiegelhalter test: rows have weights": "无 Spiegelhalter 检验：数据带有权重",
    "labels of probabilities are the likeliest class": "由概率得到的标签为概率最大的类别",
    # pages
    "Differences": "差值",
    "Picture: {name}": "图：{name}",
    "Data": "数据",
    "Everything as JSON": "全部内容（JSON）",
    "Values and differences as CSV": "数值与差值（CSV）",
    "Where this comes from": "来源",
    "Report of fastmetrics": "fastmetrics 报告",
    "Models": "模型",
    "Seed": "随机种子",
    "Replicates": "重抽样次数",
    "Method of intervals": "置信区间方法",
    "Versions": "版本",
    "Machine": "机器",
    "Threads": "线程",
    "{system}, kernels for {level}": "{system}，{level} 内核",
    "{n} of {cpus} processors": "{n} / {cpus} 个处理器",
    "SHA-256 of the file": "文件的 SHA-256",
    "Columns": "列",
    "Guessed": "推断",
    "Made": "生成时间",
    "Command": "命令",
    # families
    "Scores": "得分",
    "Labels": "标签",
    "Clusterings": "聚类",
    "Probabilities": "概率",
    # folds
    "Each fold": "各折",
    "Value is of": "数值取自",
    "No information": "无信息值",
    "Lowest fold": "最低的折",
    "Highest fold": "最高的折",
    "Fold {name}": "折 {name}",
    "mean of folds": "各折均值",
    "all rows": "全部行",
    "added counts": "计数相加",
    "predictions are by the models of {k} folds, each of rows that it was not trained "
    "on ({rows} rows to a fold)": (
        "预测来自 {k} 折的模型，每个模型只预测其未训练过的行（每折 {rows} 行）"
    ),
    "no information: the value if predictions had nothing to do with the rows, over all "
    "pairs of a row and a prediction": (
        "无信息值：预测与各行毫无关系时的数值，取自行与预测的所有配对"
    ),
    "Student's t, all out-of-fold rows as one sample": (
        "Student t，全部折外行作为一个样本"
    ),
    "normal, standard errors of single folds": "正态，取各折自身的标准误",
    "Student's t over folds, corrected for shared training rows": (
        "各折的 Student t，按共享的训练行校正"
    ),
    "nested cross-validation": "嵌套交叉验证",
    "Student's t over folds as if they were independent": (
        "各折的 Student t，视各折为独立"
    ),
    "corrected resampled t test": "校正的重抽样 t 检验",
    "paired t test of all out-of-fold rows": "全部折外行的配对 t 检验",
    "z test by the standard errors of folds": "用各折标准误的 z 检验",
    "paired t test over folds": "各折的配对 t 检验",
    "test by MOVER bounds": "由 MOVER 界限作的检验",
    "over folds of fewer than 1,000 rows it covers more often or less than it says; "
    "nested cross-validation comes nearer": (
        "各折合计不足 1 000 行时，区间的实际覆盖率与标称值有出入；嵌套交叉验证更接近标称值"
    ),
    "of squared errors over repeated folds it covers less than it says; nested "
    "cross-validation comes nearer": (
        "对重复各折的平方误差，区间的实际覆盖率低于标称值；嵌套交叉验证更接近标称值"
    ),
    "the standard deviation over folds is no standard error: training sets overlap": (
        "各折间的标准差不是标准误：训练集相互重叠"
    ),
    "all rows have the same loss, which says nothing": "所有行的损失都相同，不提供信息",
    "all folds have the same value, which says nothing": "各折的数值都相同，不提供信息",
    "a fold has no standard error": "有一折没有标准误",
    "a single fold does not show how much folds vary": "只有一折，看不出各折之间的差异",
    "the value of a fold is infinite": "有一折的数值为无穷大",
    "intervals leave out folds without a value, up to {k} of {n}": (
        "置信区间不计无数值的折，{n} 折中至多 {k} 折"
    ),
    "{method}, for {target}": "{method}，针对{target}",
    "the mean performance of the models of these folds": "这些折的模型的平均性能",
    "the expected performance over training sets": "对训练集取期望的性能",
    "Training and test rows": "训练行与测试行",
    "Training rows": "训练行",
    "Test rows": "测试行",
    "Gap": "差距",
    "The intervals allow": "区间所支持的结论",
    "overfits": "过拟合",
    "underfits": "欠拟合",
    "neither": "两者皆否",
    "cannot tell": "无法判断",
    # the frame of a page, where its numbers come from, its data
    "{n} of {k} columns are shown; the JSON has them all.": (
        "共 {k} 列，此处显示 {n} 列；全部内容见 JSON。"
    ),
    "{n} of {k} rows are shown; the JSON has them all.": (
        "共 {k} 行，此处显示 {n} 行；全部内容见 JSON。"
    ),
    "{n} tables and pictures have no room here; the JSON has all numbers.": (
        "有 {n} 个表格和图因篇幅所限未显示；全部数值见 JSON。"
    ),
    "{what} (gzip)": "{what}（gzip 压缩）",
    "{what}: too large for this page.": "{what}：过大，未放入本页。",
    "All {k} classes, the lowest F1 first": "全部 {k} 个类别，F1 最低者在前",
    "All {k} clusters, the largest first": "全部 {k} 个簇，最大者在前",
    "All {k} clusters, the lowest silhouettes first": "全部 {k} 个簇，轮廓系数最低者在前",
    "The {n} of {k} clusters with the lowest silhouettes": (
        "{k} 个簇中轮廓系数最低的 {n} 个"
    ),
    # explanations
    "{title} ({name})": "{title}（{name}）",
    "Formula": "公式",
    "Symbols": "符号",
    "Interval": "置信区间",
    "Others under this name": "同名的其他定义",
    "Also called": "别名",
    "Example": "示例",
    "Sources": "出处",
    "range {span}": "取值范围 {span}",
    "neither more nor less is better": "数值大小无优劣之分",
    "↑ higher is better": "↑ 越大越好",
    "↓ lower is better": "↓ 越小越好",
    "not a single number per data set": "不是每个数据集一个数值",
    "undefined if {when}": "在下列情形无定义：{when}",
    "defined for all data that it accepts": "对其接受的所有数据均有定义",
    "chance level: the share of positive rows": "随机水平：正例所占比例",
    "chance level: the share of the largest class": "随机水平：最大类别所占比例",
    "chance level: 1 over the number of classes": "随机水平：类别数的倒数",
    "no chance level: it depends on how one guesses": "没有固定的随机水平：取决于猜测方式",
    "chance level: {value}": "随机水平：{value}",
    "none: {why}": "无：{why}",
    "there is no valid one": "没有有效的方法",
    '{method} (method="{name}")': '{method}（method="{name}"）',
    "approximate: {why}": "近似：{why}",
    "its coverage has not been measured": "尚未测量其覆盖率",
    "measured coverage of nominal 95 %: {covered} ({data})": (
        "名义水平 95 % 的实测覆盖率：{covered}（{data}）"
    ),
    "no other definition is on record: that was not checked": (
        "没有记录其他定义：未经核查"
    ),
    "{who}, {call}": "{who}，{call}",
    "{who}: {value}. {says}": "{who}：{value}。{says}",
    "{who}: {value}, here {here}. {says}": "{who}：{value}，此处为 {here}。{says}",
    "{who}: {value}, here {here}, of {rows}. {says}": (
        "{who}：{value}，此处为 {here}，数据为 {rows}。{says}"
    ),
    # names that were found
    "Found by {term}": "按 {term} 找到",
    "Nothing is called {term} or like it.": "没有名为 {term} 或与之相近者。",
    "{name}: {title} ({family})": "{name}：{title}（{family}）",
    "Name": "名称",
    "Title": "标题",
    "Of": "类别",
    "What it says": "含义",
    "{matter}: {way} ({who}); here: {here}": "{matter}：{way}（{who}）；此处：{here}",
    "Also found by": "也可这样查到",
    "Tests and comparisons": "检验与比较",
    "Splits, validation and search": "划分、验证与搜索",
    "Reports": "报告",
    "Fairness": "公平性",
    "Warnings": "警告",
}
