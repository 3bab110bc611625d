"""Chinese (simplified): what a report says of speech, in tables and pictures."""

SPEECH = {
    "Speech": "语音",
    "{n} utterances": "{n} 条语句",
    "{utterances}, {k} words in the references": "{utterances}，参考文本共 {k} 词",
    "{utterances}, {k} characters in the references": (
        "{utterances}，参考文本共 {k} 字符"
    ),
    "{utterances}, {k} tokens in the references": "{utterances}，参考文本共 {k} 个词元",
    "{line}, {k} groups of utterances": "{line}，{k} 组语句",
    # tables
    "System": "系统",
    "Right": "正确",
    "Substitutions": "替换",
    "Deletions": "删除",
    "Insertions": "插入",
    "Utterances with errors": "有错误的语句",
    "Edits, in percent of the reference": "编辑操作（占参考文本的百分比）",
    "{n} ({share})": "{n}（{share}）",
    "Commonest confusions": "最常见的混淆",
    "Said": "参考",
    "Heard": "识别",
    "Times": "次数",
    "Utterance": "语句",
    "Errors": "错误数",
    "Rate": "错误率",
    "Alignment": "对齐",
    "Utterances with most errors": "错误最多的语句",
    "Each group, in percent of the reference": "各组（占参考文本的百分比）",
    "The {n} of {k} groups with the highest error rates, in percent of the "
    "reference": "{k} 组中错误率最高的 {n} 组（占参考文本的百分比）",
    "Utt.": "语句",
    "Wrong utt.": "有错语句",
    "Tokens": "词元",
    "Subst.": "替换",
    "Del.": "删除",
    "Ins.": "插入",
    "Utterances with most errors, counted from 0": "错误最多的语句（从 0 计数）",
    "rate: errors per token of the reference; [said|heard]: one for the other, [said|*]: "
    "left out, [*|heard]: put in": (
        "错误率：错误数除以参考词元数；[参考|识别]：替换，[参考|*]：删除，"
        "[*|识别]：插入"
    ),
    "each utterance weighted alike for both systems": "每条语句对两个系统的权重相同",
    # pictures
    "Kinds of edits": "编辑操作的种类",
    "error rate": "错误率",
    "Edits by tokens of the reference": "编辑操作数与参考词元数之比",
    "those with the lowest error rate": "错误率最低者",
    "Errors by length": "错误率与长度",
    "Error rate": "错误率",
    "Tokens of the reference, mean of utterances alike in length": (
        "参考词元数（长度相近语句的均值）"
    ),
}
