"""presscheck inside other tools."""
