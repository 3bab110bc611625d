"""Chinese (simplified): the sentences of a report by their English templates."""

from fastmetrics.show.words.zh_comparison import COMPARISON
from fastmetrics.show.words.zh_conventions import CONVENTIONS
from fastmetrics.show.words.zh_coverage import COVERAGE
from fastmetrics.show.words.zh_documents import TEXTS as DOCUMENTS
from fastmetrics.show.words.zh_families import FAMILIES
from fastmetrics.show.words.zh_pictures import PICTURES
from fastmetrics.show.words.zh_questions import QUESTIONS
from fastmetrics.show.words.zh_reasons import REASONS
from fastmetrics.show.words.zh_rivals import RIVALS
from fastmetrics.show.words.zh_selection import SELECTION
from fastmetrics.show.words.zh_slices import SLICES
from fastmetrics.show.words.zh_symbols import SYMBOLS
from fastmetrics.show.words.zh_symbols_of_numbers import SYMBOLS as OF_NUMBERS
from fastmetrics.show.words.zh_symbols_of_tests import SYMBOLS as OF_TESTS
from fastmetrics.show.words.zh_tests import TESTS
from fastmetrics.show.words.zh_titles import TITLES
from fastmetrics.show.words.zh_undefined import UNDEFINED

TEXTS = {
    **DOCUMENTS,
    **PICTURES,
    **FAMILIES,
    **REASONS,
    **COMPARISON,
    **SELECTION,
    **TESTS,
    **TITLES,
    **QUESTIONS,
    **UNDEFINED,
    **SYMBOLS,
    **OF_NUMBERS,
    **OF_TESTS,
    **RIVALS,
    **CONVENTIONS,
    **COVERAGE,
    "{title} ({parameters})": "{title} ({parameters})",
    "{title}@{k}": "{title}@{k}",
    **SLICES,
    "{sentence}": "{sentence}",
    # numbers
    "undefined": "无定义",
    # sentences
    "{metric} is {value}.": "{metric} 为 {value}。",
    "{metric} of {model} is {value}.": "{model} 的 {metric} 为 {value}。",
    "Chance is {chance}.": "随机水平为 {chance}。",
    "{one} {two}": "{one}{two}",
    "{value} {bounds}": "{value} {bounds}",
    "{value} (no interval)": "{value}（无置信区间）",
    "{value} ({level} interval {low} to {high})": (
        "{value}（{level} 置信区间 {low} 至 {high}）"
    ),
    "On {metric} {ahead} is ahead of {behind} by {by} (no interval).": (
        "就 {metric} 而言，{ahead} 领先 {behind} {by}（无置信区间）。"
    ),
    "On {metric} {ahead} is ahead of {behind} by {by} ({level} interval {low} to "
    "{high}).": (
        "就 {metric} 而言，{ahead} 领先 {behind} {by}（{level} 置信区间 {low} 至 {high}）。"
    ),
    "On {metric} {ahead} is ahead of {behind} by {by} ({level} interval {low} to "
    "{high}): {rows} do not tell them apart.": (
        "就 {metric} 而言，{ahead} 领先 {behind} {by}（{level} 置信区间 {low} 至 "
        "{high}）：{rows}数据不足以区分二者。"
    ),
    "On {metric} no difference between {ahead} and {behind} is seen ({level} interval "
    "of the difference {low} to {high}): {rows} do not tell them apart.": (
        "就 {metric} 而言，未见 {ahead} 与 {behind} 有差异（差值的 {level} 置信区间 {low} 至 "
        "{high}）：{rows}数据不足以区分二者。"
    ),
    "On {metric} no difference between {ahead} and {behind} is seen (no interval).": (
        "就 {metric} 而言，未见 {ahead} 与 {behind} 有差异（无置信区间）。"
    ),
    "{metrics}, differences: {why}": "{metrics} 的差值：{why}",
    "None of {n} metrics favours one of them.": "{n} 项指标均未显示哪一个更好。",
    "1 of {n} metrics favours {first}, none {second}.": (
        "{n} 项指标中有 1 项支持 {first}，没有一项支持 {second}。"
    ),
    "1 of {n} metrics favours {first}, {m} {second}.": (
        "{n} 项指标中有 1 项支持 {first}，{m} 项支持 {second}。"
    ),
    "{k} of {n} metrics favour {first}, none {second}.": (
        "{n} 项指标中有 {k} 项支持 {first}，没有一项支持 {second}。"
    ),
    "{k} of {n} metrics favour {first}, {m} {second}.": (
        "{n} 项指标中有 {k} 项支持 {first}，{m} 项支持 {second}。"
    ),
    # how the curves of two models lie
    "On these rows the ROC curves of {a} and {b} are the same.": (
        "在这些行上，{a} 与 {b} 的 ROC 曲线相同。"
    ),
    "On these rows the ROC curve of {above} lies above that of {below} at {share} of "
    "the false positive rates, and nowhere below it.": (
        "在这些行上，{above} 的 ROC 曲线在 {share} 的假正例率处高于 {below} 的曲线，且处处不低于它。"
    ),
    "On these rows the ROC curve of {above} lies above that of {below} at {share} of "
    "the false positive rates, below it at {other}; they cross once.": (
        "在这些行上，{above} 的 ROC 曲线在 {share} 的假正例率处高于 {below} 的曲线，在 "
        "{other} 处低于它；两条曲线相交一次。"
    ),
    "On these rows the ROC curve of {above} lies above that of {below} at {share} of "
    "the false positive rates, below it at {other}; they cross {n} times.": (
        "在这些行上，{above} 的 ROC 曲线在 {share} 的假正例率处高于 {below} 的曲线，在 "
        "{other} 处低于它；两条曲线相交 {n} 次。"
    ),
    "less than 0.1 %": "不到 0.1 %",
    "more than 99.9 %": "超过 99.9 %",
    "On {metric} {best} has the best value of {n} models, {value}.": (
        "就 {metric} 而言，{best} 的数值在 {n} 个模型中最好，为 {value}。"
    ),
    "On {metric} {best} have the best value of {n} models, {value}.": (
        "就 {metric} 而言，{best} 的数值在 {n} 个模型中并列最好，为 {value}。"
    ),
    "{rows} tell them apart from all others.": (
        "{rows}数据足以将它们与其余所有模型区分开。"
    ),
    "{rows} do not tell them apart from any other.": (
        "{rows}数据不足以将它们与任何其他模型区分开。"
    ),
    "Told apart from all of them: {told}.": "可与它们全部区分开的：{told}。",
    "{rows} tell it apart from all others.": (
        "{rows}数据足以将其与其余所有模型区分开。"
    ),
    "{rows} do not tell it apart from any other.": (
        "{rows}数据不足以将其与任何其他模型区分开。"
    ),
    "{open} may be as good or better: {rows} do not tell.": (
        "{open} 可能同样好或更好：{rows}数据不足以判断。"
    ),
    "Told apart from it: {told}.": "可与它区分开的：{told}。",
    "Not compared on {metrics}: {models} (no {columns}).": (
        "{metrics}未比较 {models}（没有 {columns}）。"
    ),
    "Not compared on {metrics}: {models} (undefined).": (
        "{metrics}未比较 {models}（无定义）。"
    ),
    "summary": "摘要",
    "Intervals are not adjusted for {n} comparisons.": (
        "置信区间未按 {n} 次比较作校正。"
    ),
    "That holds for all {n} comparisons together.": (
        "这一结论对全部 {n} 次比较同时成立。"
    ),
    "{names} and {n} more": "{names} 以及另外 {n} 个",
    "The interval is approximate: {why}.": "该置信区间是近似的：{why}。",
    "There are few positive rows: {n}.": "正例很少：{n} 行。",
    "There are few negative rows: {n}.": "反例很少：{n} 行。",
    # keys of pictures
    "the best {k} of {n} models are named": "列出 {n} 个模型中最好的 {k} 个",
}
