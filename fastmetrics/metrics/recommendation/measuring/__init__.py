"""What each user's list contributes, and how alike items are."""
