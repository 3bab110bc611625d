"""What of a Chinese text is not Chinese, and no name, symbol or code."""

import html
import re

from fastmetrics.catalog import METRICS

# What Chinese texts write in Latin letters: proper names, symbols, names of curves.
PROPER = {
    *("Agresti", "BCa", "Benjamini", "Bernstein", "Bonferroni", "Brier", "Brown"),
    *("Calinski", "Clopper", "Cochran", "Conover", "Davies", "DeLong", "Demšar"),
    *("Diebold", "Harvey", "Leybourne", "Mariano", "Newbold"),
    *("Domingos", "Dunn", "Fisher", "Fowlkes", "Friedman", "Gini", "Goodman"),
    *("Kruskal", "L", "Page", "Quade", "Wallis"),
    *("Hanley", "Harabasz", "Hochberg", "Hodges", "Holm", "Hommel", "Horvitz"),
    *("Huber", "Jaccard", "Johnson", "Kaplan", "Kendall", "Kling", "Kohavi"),
    *("Kolmogorov", "Kruskal", "Lehmann", "Mack", "Mallows", "Mann", "McNeil"),
    *("McNemar", "Meier", "Monte", "Nemenyi", "Pearson", "Poisson", "Shaffer"),
    *("Skillings", "Smirnov", "Somers", "Spearman", "Student", "Thompson", "Tweedie"),
    *("Bouldin", "Murphy", "Spiegelhalter", "MAE", "V", "Z"),
    *("A", "B", "Yates"),
    *("Welch", "Whitney", "Wilcoxon", "Wilson", "Wolpert", "Yekutieli", "Youden"),
    *("AUC", "AP", "CD", "CRPS", "CSV", "D", "DCG", "DET", "ECE", "F", "Gupta", "HTML"),
    *("IQR", "JSON", "KL", "KS", "LINEX", "MAP", "MAPE", "MCC", "MRR", "MSLE", "PR"),
    *("Q", "R", "RMSLE", "ROC", "SHA", "W", "BF", "IDCG", "GMAP", "MSE", "RMSE"),
    *("gzip", "logit", "nDCG", "sMAPE", "fastmetrics", "MAPSSWE", "I", "S", "D", "H"),
    *("a", "b", "c", "k", "n", "p", "q", "r", "t", "z", "w", "inf", "abc", "ab", "bc"),
    *("Šidák", "y", "x", "PIT", "log"),
}
# What is written as a program takes it: names, options, calls.
CODE = re.compile(
    r"""\w+(?:\.\w+)*\([^)]*\)|\w+=["']?\w*["']?|\d[\d.]*e[-−+]?\d+|--\w+(?:-\w+)*|\w*_\w+(?:@\d+)?|\bF\d\b|[a-z]+@\d+"""
)
NAMES = {row.name for row in METRICS.values()} | {
    alias for row in METRICS.values() for alias in row.aliases
}
WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]+")


def english(text):
    """Return the words of a text that are neither Chinese, nor names, nor code."""
    plain = CODE.sub(" ", text)
    return [
        f"{one[0]}: {plain[max(one.start() - 30, 0) : one.end() + 30]!r}"
        for one in WORD.finditer(plain)
        if one[0] not in PROPER and one[0] not in NAMES
    ]


def visible(form, text):
    """Return what of a form is read, without its marks."""
    text = text.replace(r"\_", "_").replace(r"\%", "%")
    if form == "latex":
        text = re.sub(r"(?m)^%.*$|\\begin\{tabular\}.*$", " ", text)
        text = re.sub(r"\\(?:begin|end|label)\{[^}]*\}", " ", text)
        return re.sub(r"e?\\[A-Za-z]+", " ", text)
    if form == "html":
        text = re.sub(r"(?s)<style.*?</style>", " ", text)
        attributes = re.findall(r'(?:title|alt|aria-label)="([^"]*)"', text)
        text = " ".join([re.sub(r"(?s)<[^>]*>", " ", text), *attributes])
        return html.unescape(text)
    return text
