"""The pages, gathered: importing a module of the list registers its pages on the blueprint."""

from __future__ import annotations

from api.atlas import page as atlas_page
from api.boards import page as boards_page
from api.campaigns import page as campaigns_page
from api.comparison import page as compare_page
from api.cycles import page as cycles_page
from api.generators import experiments_page
from api.generators import page as generators_page
from api.jobs import actions as job_actions
from api.jobs import bar_map_page, path_page, puzzle_page
from api.jobs import page as job_page
from api.notes import page as notes_page
from api.pages import language as language_page
from api.pages import menu, sign_in
from api.pages.blueprint import blueprint
from api.puzzles import page as daily_puzzles
from api.references import families_page
from api.reproduction import page as sources_page
from api.sql import page as query_page
from api.submission import page as submit
from api.system import banner, code_versions_page, home_page, workers_page
from api.tours import lookup_page
from api.tours import page as tours_page
from api.trees import learn_page, move_graph_page, tree_page, warnsdorff_page

__all__ = ["PAGES", "blueprint"]

PAGES = (
    home_page, job_actions, job_page, campaigns_page, submit, tours_page, lookup_page, boards_page, cycles_page,
    compare_page, tree_page, generators_page, code_versions_page, experiments_page, sources_page, atlas_page,
    path_page, bar_map_page, warnsdorff_page, move_graph_page, puzzle_page, query_page, sign_in, language_page,
    menu, daily_puzzles, learn_page, notes_page, workers_page, families_page,
    banner,
)  # fmt: skip
