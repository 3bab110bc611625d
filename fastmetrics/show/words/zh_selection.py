"""Chinese (simplified): what results of selection say."""

SELECTION = {
    # pictures
    "Mean {score} of the test rows and the training rows": (
        "测试行与训练行的平均 {score}"
    ),
    "Candidates of a search by {metric}": "按 {metric} 搜索的候选",
    "{n} of {k} candidates": "{k} 个候选中的 {n} 个",
    "thick: one standard error of the difference to the best; thin: 95 % of each; in colour: the one that was chosen": (
        "粗线：与最佳候选之差的一个标准误；细线：各自的 95 % 区间；彩色：被选中的候选"
    ),
    "Scores of the test rows of {n} folds": "{n} 折中测试行的得分",
    "Scores of the test rows and the training rows of {n} folds": (
        "{n} 折中测试行与训练行的得分"
    ),
    "test rows": "测试行",
    "training rows": "训练行",
    "mean": "均值",
    "mean, {level}": "均值，{level}",
    "Splits: which rows, classes and groups their parts have": (
        "划分：各部分所含的行、类别与组"
    ),
    "Rows of each split": "每次划分的行",
    "Rows of each split ({n} more splits)": "每次划分的行（另有 {n} 次划分）",
    "rows in both": "两部分均有的行",
    "Place of the row": "行的位置",
    "Split": "划分",
    "Test rows of each class": "各类别的测试行",
    "Test rows of each class ({n} more)": "各类别的测试行（另有 {n} 个类别）",
    "more than the class's share": "多于该类别应占份额",
    "fewer": "较少",
    "Groups of each split": "每次划分的组",
    "Groups of each split ({n} smaller left out)": (
        "每次划分的组（略去较小的 {n} 组）"
    ),
    "×: a group with rows in both": "×：两部分均有行的组",
    # what a loss is made of
    "(mean prediction − best prediction)²": "（平均预测 − 最佳预测）²",
    "(mean prediction − truth)²": "（平均预测 − 真值）²",
    "(prediction − mean prediction)²": "（预测 − 平均预测）²",
    "(prediction − truth)², their sum": "（预测 − 真值）²，即各项之和",
    "(truth − best prediction)²": "（真值 − 最佳预测）²",
    "0-1 loss": "0-1 损失",
    "1 model": "1 个模型",
    "1 row": "1 行",
    "Bias, variance and noise": "偏差、方差与噪声",
    "Kohavi and Wolpert": "Kohavi 与 Wolpert",
    "Models whose training sets come from one sample vary less than those of independent ones: the variance is too low then, and the bias too high.": (
        "训练集取自同一样本的模型，其差异小于训练集相互独立的模型：此时方差偏低，偏差偏高。"
    ),
    "Noise cannot be told from bias where targets were observed once and the best predictions are not known: the bias holds both.": (
        "目标只观测一次且最佳预测未知时，无法区分噪声与偏差：偏差包含二者。"
    ),
    "One model tells nothing of how models vary.": "仅有一个模型，无从得知模型之间的差异。",
    "Part": "部分",
    "Share of loss": "占损失",
    "Squared loss": "平方损失",
    "The main prediction of a row is the label that most models predict; shares are those of the labels in a row.": (
        "一行的主预测是最多模型所预测的标签；各比例为该行中各标签所占的比例。"
    ),
    "What it is": "含义",
    "What varies (Domingos)": "差异（Domingos）",
    "bias": "偏差",
    "bias²": "偏差²",
    "error rate": "错误率",
    "loss": "损失",
    "mean squared error": "均方误差",
    "net variance": "净方差",
    "noise": "噪声",
    "of these where the main one is right": "其中主预测正确的",
    "of these where the main one is wrong": "其中主预测错误的",
    "biased variance": "有偏方差",
    "unbiased variance": "无偏方差",
    "predictions other than the main one": "与主预测不同的预测",
    "residual": "余项",
    "rows whose main prediction is wrong": "主预测错误的行",
    "truths other than the best prediction": "与最佳预测不同的真值",
    "variance": "方差",
    "what bias and noise have in common": "偏差与噪声的共同部分",
    "what noise adds to the loss": "噪声所增加的损失",
    "what varying adds to the loss": "差异所增加的损失",
    "wrong predictions, their sum": "错误预测，即各项之和",
    "{models} on {rows}, each observed {n} times: {what} {loss}.": (
        "{rows}上的 {models}，每行观测 {n} 次：{what}为 {loss}。"
    ),
    "{models} on {rows}: {what} {loss}.": "{rows}上的 {models}：{what}为 {loss}。",
    "{n} models": "{n} 个模型",
    "½ (1 − Σ predicted share²)": "½（1 − Σ 预测比例²）",
    "½ (1 − Σ true share²)": "½（1 − Σ 真实比例²）",
    "½ Σ (true share − predicted share)²": "½ Σ（真实比例 − 预测比例）²",
    # what is found in splits
    " in split {split}": "（划分 {split}）",
    " in {k} of {n} splits": "（{n} 个划分中的 {k} 个）",
    "1 class": "1 个类别",
    "1 group": "1 个组",
    "1 row is never tested": "有 1 行从未被测试",
    "1 split": "1 个划分",
    "Check of splits": "划分检查",
    "Classes have no row in the test part": "有类别在测试集中没有任何行",
    "Classes have no row in the training part": "有类别在训练集中没有任何行",
    "Equal to an earlier row of the same part: {train} in the training part, {test} in the test part.": (
        "与同一部分中靠前的行相同的行：训练集中 {train}，测试集中 {test}。"
    ),
    "Every row is tested once.": "每一行都恰好被测试一次。",
    "Every row is tested, and {k} more than once.": "每一行都被测试，其中 {k} 行不止一次。",
    "Groups have rows on both sides": "有组在训练集和测试集中都有行",
    "No problem was found.": "未发现问题。",
    "No row of a test part equals a training row.": "测试集中没有与训练集相同的行。",
    "No row of a test part is older than the newest training row.": (
        "测试集中没有早于最新训练行的行。"
    ),
    "Of {classes} each is within {amount} rows of its share of every test part; with parts of these sizes {least} is the least.": (
        "{classes}中，每个类别在每个测试集中的行数与其应占份额相差不超过 {amount} 行；"
        "各部分为这样的大小时，最小可为 {least}。"
    ),
    "Of {groups} none lies on both sides of a split.": (
        "{groups}中，没有任何组同时位于划分的两侧。"
    ),
    "Of {groups} {n} lie on both sides of a split.": (
        "{groups}中，同时位于划分两侧的组数为 {n}。"
    ),
    "Problems": "问题",
    "Rows are in the training part and the test part": "有行既在训练集又在测试集",
    "Rows of the test part are older than the newest training row": (
        "测试集中有早于最新训练行的行"
    ),
    "Rows of the test part equal training rows": "测试集中有与训练集相同的行",
    "Splits": "划分",
    "The table has the first {k} of {n} splits; the JSON has all.": (
        "表中为 {n} 个划分中的前 {k} 个；JSON 中有全部划分。"
    ),
    "The test part": "测试集",
    "The training part": "训练集",
    "duplicates": "重复行",
    "group {group}{place}": "组 {group}{place}",
    "older rows": "更早的行",
    "row {row}{place}": "第 {row} 行{place}",
    "row {row}{place}, which equals row {other}": "第 {row} 行{place}，它与第 {other} 行相同",
    "shared groups": "共有的组",
    "shared rows": "共有的行",
    "split": "划分",
    "test": "测试",
    "train": "训练",
    "up to {n}": "最多 {n}",
    "{low} to {high}": "{low} 至 {high}",
    "{name}{place}": "{name}{place}",
    "{n} ({same} with the same label, {other} with another)": (
        "{n}（标签相同的 {same}，标签不同的 {other}）"
    ),
    "{n} classes": "{n} 个类别",
    "{n} groups": "{n} 个组",
    "{n} rows are never tested": "有 {n} 行从未被测试",
    "{n} splits": "{n} 个划分",
    "{part} is empty{places}.": "{part}为空{places}。",
    "{splits} of {rows}: {train} for training, {test} for testing.": (
        "对 {rows}作 {splits}：训练 {train} 行，测试 {test} 行。"
    ),
    "{untested}, and none more than once.": "{untested}，没有行被多次测试。",
    "{untested}, and {k} more than once.": "{untested}，{k} 行不止一次。",
    "{what}: {n}{places}.": "{what}：{n}{places}。",
    "{what}: {n}{places}; for example {example}.": "{what}：{n}{places}；例如{example}。",
    # cross-validation, searches and curves
    "1 candidate": "1 个候选",
    "1 fold": "1 折",
    "Approximate intervals": "近似的置信区间",
    "By fold": "各折",
    "Candidates": "候选",
    "Corrected for the choice it is {value}.": "对这一选择作校正后为 {value}。",
    "Cross-validation": "交叉验证",
    "Fold": "折",
    "Intervals are for {target}.": "置信区间针对{target}。",
    "Its cross-validated value, the mean over folds, is {value}, which is optimistic, for it was chosen by it.": (
        "其交叉验证值（各折均值）为 {value}；由于它据此被选中，该值偏乐观。"
    ),
    "Its cross-validated value, the mean over folds, is {value}.": (
        "其交叉验证值（各折均值）为 {value}。"
    ),
    "On the rows of all folds together its value is {before}, which is optimistic because it was used to choose; corrected for the choice it is {value}.": (
        "按所有折的全部行合并计算，其值为 {before}；由于它被用于选择，该值偏乐观；"
        "对这一选择作校正后为 {value}。"
    ),
    "Mean of test rows": "测试行的均值",
    "Mean of training rows": "训练行的均值",
    "Mean {score} of {folds}, with 95 % intervals.": (
        "{folds}的 {score} 均值，附 95 % 置信区间。"
    ),
    "Parameters": "参数",
    "Rows learnt from": "用于学习的行数",
    "Scores are better by {value} on training rows.": "训练行上的得分要好 {value}。",
    "Search for parameters": "参数搜索",
    "The threshold is {threshold}, chosen by the criterion {criterion} on "
    "cross-validated scores of {n} rows.": (
        "阈值为 {threshold}，由准则 {criterion} 在 {n} 行的交叉验证得分上选出。"
    ),
    "{metric} on {folds}, of thresholds chosen in the same way on the other rows: "
    "{value}; of the estimator's own cut at {own}: {default}.": (
        "{folds}上的{metric}：在其余行上同样选出的阈值为 {value}；估计器自身的截断点 {own} "
        "为 {default}。"
    ),
    "The threshold is {threshold}, chosen by the criterion {criterion}": (
        "阈值为 {threshold}，由准则 {criterion} 选出"
    ),
    "the line is the threshold of all rows": "线为所有行的阈值",
    "Outer fold": "外层折",
    "Outer folds": "各外层折",
    "Own cut": "自身截断",
    "The JSON has {n} more candidates.": "JSON 中还有 {n} 个候选。",
    "The whole search reaches {value} on rows that it has not seen.": (
        "整个搜索在未见过的行上达到 {value}。"
    ),
    "of first rows, which are mostly the same ones in all folds; shuffle=True draws them anew in each": (
        "取自最前面的行，各折中大多相同；shuffle=True 则在每折中重新抽取"
    ),
    "{candidates} on {folds} by {metric}: {chosen} was chosen.": (
        "{candidates}，在 {folds}上按 {metric} 比较：选中 {chosen}。"
    ),
    "{folds} of {rows} rows.": "{rows} 行，{folds}。",
    "{models} on {rows} for each value of {name}: {what} and its parts.": (
        "对 {name} 的每个取值，{rows}上的 {models}：{what}及其各部分。"
    ),
    "{n} candidates": "{n} 个候选",
    "{n} folds": "{n} 折",
    "{metric}: {reason}": "{metric}：{reason}",
    "What the loss is made of": "损失的构成",
}
