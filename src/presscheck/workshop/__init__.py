"""What the command line and the web app share: endpoints by name, their keys, the doctor."""
