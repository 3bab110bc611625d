"""scikit-learn's own tests of scorers and thresholds pass while ours stand in."""

import re
import subprocess
import sys

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

# Their wording of a message, where ours has another.
WORDING = ["test_invalid_default_pos_label_ignored_on_multiclass"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("modules", "least"),
    [
        (["sklearn.metrics.tests.test_score_objects"], 250),
        (["sklearn.model_selection.tests.test_classification_threshold"], 60),
        (["sklearn.inspection.tests.test_permutation_importance"], 20),
    ],
)
def test_their_tests_pass(modules, least, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    found = subprocess.run(
        [
            *(sys.executable, "-m", "fastmetrics.sklearn", "--report", "-m", "pytest"),
            *("-c", tmp_path / "pytest.ini", "-p", "no:cacheprovider", "-q"),
            *("--pyargs", *modules, "-k", " and ".join(f"not {w}" for w in WORDING)),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert found.returncode == 0, found.stdout[-4000:]
    assert int(re.findall(r"(\d+) passed", found.stdout)[-1]) >= least
    calls = re.search(r"calls so far: ([\d,]+)", found.stderr)
    assert int(calls[1].replace(",", "")) > 100
