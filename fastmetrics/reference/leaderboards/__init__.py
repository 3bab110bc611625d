"""Statistics of leaderboards, in plain Python."""
