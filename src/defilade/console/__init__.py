"""How commands talk to a person: lines, tables, files, and errors that he can put right."""
