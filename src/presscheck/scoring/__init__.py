"""Operates a page and says what works: plan, explore, probes, verdict."""

from presscheck.scoring.pictures import FolderSink, NullSink, PictureSink
from presscheck.scoring.progress import Progress, ProgressCallback
from presscheck.scoring.record import replay_script
from presscheck.scoring.score import Scorer
from presscheck.scoring.verdict import SCORER_VERSION

__all__ = [
    "SCORER_VERSION",
    "FolderSink",
    "NullSink",
    "PictureSink",
    "Progress",
    "ProgressCallback",
    "Scorer",
    "replay_script",
]
