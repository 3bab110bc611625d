"""Mistakes that type checkers must find: each line is one, and none is ever run.

Both mypy and pyright complain of a comment that nothing is wrong with.
"""

from typing import TYPE_CHECKING

import fastmetrics as fm

if TYPE_CHECKING:
    Y = [0, 1, 1, 0]
    S = [0.1, 0.8, 0.4, 0.3]

    # A word that is none of the options.
    fm.f1_score(Y, Y, average="macros")  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    fm.f1_score(Y, Y, zero_division="raise")  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]
    fm.specificity_score(Y, Y, zero_division="raise")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    fm.confusion_matrix(Y, Y, normalize="rows")  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    fm.roc_auc_score(Y, S, multi_class="ovx")  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]
    fm.adjusted_rand_score(Y, Y, noise="keep")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    fm.optimal_threshold(Y, S, criterion="gini")  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]
    fm.precision_at_k([Y], [S], k=1, divide_by="all")  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]
    fm.confidence_interval("f1_score", Y, Y, method="z")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]

    # Something missing, too much, by position, or of another kind.
    fm.f1_score(Y)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]
    fm.fbeta_score(Y, Y)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]
    fm.precision_at_k([Y], [S])  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]
    fm.accuracy_score(Y, Y, True)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
    fm.roc_curve(Y, S, threshold=0.5)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
    fm.roc_auc_score(fm.ConfusionCounts.from_labels(Y, Y), None)  # type: ignore[call-overload] # pyright: ignore[reportArgumentType]
    fm.accuracy_score(fm.ScoreSweep.from_scores(Y, S), None)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    fm.evaluate(Y, Y, confidence_level="95 %")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]

    fm.ConfusionCounts.from_labels(Y, Y).merge([fm.ScoreSweep.from_scores(Y, S)])  # type: ignore[list-item] # pyright: ignore[reportArgumentType]

    # What comes back taken for something else.
    one: float = fm.f1_score(Y, Y, average=None)  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]
    each: float = fm.mean_squared_error(S, S, multioutput="raw_values")  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]
    text: str = fm.classification_report(Y, Y, output_dict=True)  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]
    fpr, tpr = fm.roc_curve(Y, S)  # type: ignore[misc] # pyright: ignore[reportAssignmentType]
    _ = fm.confidence_interval("f1_score", Y, Y).upper  # type: ignore[attr-defined] # pyright: ignore[reportAttributeAccessIssue]
    _ = fm.roc_auc  # type: ignore[attr-defined] # pyright: ignore[reportAttributeAccessIssue]
