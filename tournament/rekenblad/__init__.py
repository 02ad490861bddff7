"""Rekenblad, the sheet of the workbook that rebuilds Stand from Formulieren."""
