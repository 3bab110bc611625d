"""How each family's data are drawn again, left out or treated in closed form."""
