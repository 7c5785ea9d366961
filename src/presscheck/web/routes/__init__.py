"""The app's routes: screens, fragments of them, and the HTTP API that they use."""
