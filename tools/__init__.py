"""What dev.py is made of."""
