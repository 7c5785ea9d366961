"""Answer text to one HTML file."""
