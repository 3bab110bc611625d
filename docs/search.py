"""Chinese search: pairs of neighbouring characters, in pages and in what is asked.

A page and a question are cut in the same way, so that whatever stands in a page is
found. Words cut by a dictionary are found only where it cuts both alike, and a browser
has none.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.search import SearchLanguage, languages
from sphinx.search.en import SearchEnglish

__all__ = ["Chinese", "setup"]

HAN = r"\u3400-\u9fff"
PARTS = re.compile(rf"[{HAN}]+|[^\W{HAN}]+")


class Chinese(SearchEnglish):
    """Characters two by two, and words of letters as in English."""

    lang = "zh"
    language_name = "English"  # by which the stemmer of words of letters is found
    js_splitter_code = r"""
function splitQuery(query) {
  const parts = query.match(/[\u3400-\u9fff]+|[\p{L}\p{N}_]+/gu) || [];
  const han = /^[\u3400-\u9fff]/;
  return parts.flatMap((part) => {
    if (!han.test(part)) {
      // Letters beside characters of the other kind are a word of their own.
      return part.split(/[\u3400-\u9fff]+/).filter((one) => one);
    }
    if (part.length < 3) return [part];
    return [...part].slice(1).map((one, k) => part[k] + one);
  });
}
"""

    def split(self, input: str) -> list[str]:
        """Return the words of a text, and the pairs of its characters."""
        found = []
        for part in PARTS.findall(input):
            if not re.match(f"[{HAN}]", part):
                found.append(part)
            else:
                found += [part[k : k + 2] for k in range(max(1, len(part) - 1))]
                found += part  # one character is asked for, too
        return found

    def word_filter(self, stemmed_word: str) -> bool:
        """Keep single characters, and of other words what English keeps."""
        if re.match(f"[{HAN}]", stemmed_word):
            return True
        return super().word_filter(stemmed_word)


def setup(app: Any) -> dict[str, bool]:
    """Search Chinese pages so."""
    assert issubclass(Chinese, SearchLanguage)
    languages["zh"] = Chinese
    languages["zh_CN"] = Chinese
    return {"parallel_read_safe": True, "parallel_write_safe": True}
