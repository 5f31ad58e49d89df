"""The documentation site: Sphinx reads these settings. `make docs` builds it; the service shows it at /docs/."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "Cavalier"
release = version = installed("cavalier")
author = "Cavalier"
html_title = f"Cavalier {release}"
extensions = [
    "myst_parser",
    "building.changes",
    "building.languages",
    "building.links",
    "building.notebooks",
    "building.policy",
    "building.report",
    "building.sequences",
    "building.sources",
    "building.tables",
]
exclude_patterns = ["building"]
nitpicky = True
highlight_language = "none"  # an indented block is text as it is printed
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_logo = "../api/pages/static/icon.svg"
html_favicon = html_logo
html_static_path = ["building/static"]
html_css_files = ["site.css"]
templates_path = ["building/templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "service.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {"sidebar_hide_name": False}
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
