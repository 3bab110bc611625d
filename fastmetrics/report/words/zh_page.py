"""Chinese (simplified): the frame of a page, where its numbers come from, its data."""

PAGE = {
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
}
