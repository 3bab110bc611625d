"""Chinese (simplified): what results of selection say."""

SELECTION = {
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
}
