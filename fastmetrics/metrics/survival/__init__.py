"""Censored times against risks and forecasts of survival."""
