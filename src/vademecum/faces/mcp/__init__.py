"""The way in for agents: MCP on standard input and output, spoken with the standard library alone."""
