"""Chinese (simplified): what is said of folds."""

TEXTS = {
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
        "学生 t，全部折外行作为一个样本"
    ),
    "normal, standard errors of single folds": "正态，取各折自身的标准误",
    "Student's t over folds, corrected for shared training rows": (
        "各折的学生 t，按共享的训练行校正"
    ),
    "nested cross-validation": "嵌套交叉验证",
    "Student's t over folds as if they were independent": (
        "各折的学生 t，视各折为独立"
    ),
    "corrected resampled t test": "校正的重抽样 t 检验",
    "paired t test of all out-of-fold rows": "全部折外行的配对 t 检验",
    "z test by the standard errors of folds": "用各折标准误的 z 检验",
    "paired t test over folds": "各折的配对 t 检验",
    "of fewer than 1,000 rows, where nested cross-validation comes nearer to what it "
    "says": "不足 1 000 行时，嵌套交叉验证的覆盖率更接近标称值",
    "of squared errors over repeated folds, where it was measured to cover too little; "
    "nested cross-validation comes nearer to what it says": (
        "对重复各折的平方误差，实测其覆盖率过低；嵌套交叉验证的覆盖率更接近标称值"
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
}
