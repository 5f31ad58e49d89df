"""The pages, gathered: importing a module of the list registers its pages on the blueprint."""

from __future__ import annotations

from api.dashboard import (
    atlas_page,
    boards_page,
    campaigns_page,
    columns_page,
    compare_page,
    cycles_page,
    engine_page,
    experiments_page,
    find_page,
    generators_page,
    graph_page,
    home,
    job_actions,
    job_page,
    language_page,
    puzzle_page,
    query_page,
    rule_page,
    sign_in,
    sources_page,
    submit,
    tours_page,
    tree_page,
    way_page,
)
from api.dashboard.blueprint import blueprint

__all__ = ["PAGES", "blueprint"]

PAGES = (
    home, job_actions, job_page, campaigns_page, submit, tours_page, find_page, boards_page, cycles_page, compare_page,
    tree_page, generators_page, engine_page, experiments_page, sources_page, atlas_page, way_page, columns_page,
    rule_page, graph_page, puzzle_page, query_page, sign_in, language_page,
)  # fmt: skip
