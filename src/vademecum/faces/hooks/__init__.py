"""What hosts run at each prompt and at the turns of a session: fast, silent on trouble, never in the way."""
