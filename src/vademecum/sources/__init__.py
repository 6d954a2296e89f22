"""What is indexed or read but not written here: the hosts' own files."""
