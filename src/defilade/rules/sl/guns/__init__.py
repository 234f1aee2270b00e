"""Guns: weapons of 20 mm and more that crews serve (SL:10)."""
