"""Database and blobs."""
