"""What every floor needs: threads, options, warnings, intervals as records."""
