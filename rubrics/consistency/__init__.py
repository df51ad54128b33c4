"""Does a rationale contradict the decision beside it? It suggests, and only ever something tighter.

Read `override.py` for the rules, `reading.py` for how a rationale is read, and `english.py` and
`chinese.py` for the words. No Django at any depth.
"""

from rubrics.consistency.override import Suggestion, suggestion
from rubrics.consistency.reading import Cue

__all__ = ["Cue", "Suggestion", "suggestion"]
