"""Talking to model servers: endpoints, the streaming client, dialects, the built-in model."""
