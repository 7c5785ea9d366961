"""What is kept: a database (SQLite, or PostgreSQL by URL) and content-addressed files."""

from presscheck.store.blobs import BlobInfo, Blobs
from presscheck.store.identity import new_id
from presscheck.store.records import (
    GenerationRow,
    Label,
    Listing,
    Pruned,
    Search,
    State,
    StoredEndpoint,
    StoredGeneration,
    StoredScorecard,
    Vote,
)
from presscheck.store.store import Store

__all__ = [
    "BlobInfo",
    "Blobs",
    "GenerationRow",
    "Label",
    "Listing",
    "Pruned",
    "Search",
    "State",
    "Store",
    "StoredEndpoint",
    "StoredGeneration",
    "StoredScorecard",
    "Vote",
    "new_id",
]
