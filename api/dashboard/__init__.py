"""The dashboard: server-rendered pages that work as plain HTML; small scripts keep their live parts fresh."""
