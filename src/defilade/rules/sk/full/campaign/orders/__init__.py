"""Orders for the Refit Phase as a player gives them: what is asked, and every option that the rules allow."""
