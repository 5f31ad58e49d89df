"""Boards, tables and tours as SVG, as text and as data for other programs to draw. Equal input gives equal bytes."""
