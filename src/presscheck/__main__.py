"""`python -m presscheck` is `presscheck`."""

from presscheck.cli.main import app

if __name__ == "__main__":
    app()
