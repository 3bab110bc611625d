"""The room that turns results into what people see: words, tables, pictures."""
