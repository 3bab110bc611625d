"""Tests, intervals and alarms that hold at every look at a stream of rows."""
