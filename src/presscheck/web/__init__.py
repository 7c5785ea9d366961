"""The web app: pages, their HTTP API, and the sealed preview beside it."""
