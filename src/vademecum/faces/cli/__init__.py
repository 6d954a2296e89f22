"""The way in for people and scripts: the command `vade`."""
