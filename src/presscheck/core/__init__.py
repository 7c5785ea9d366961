"""Plain data that the rooms hand each other. No I/O; nothing of ours is imported here."""
