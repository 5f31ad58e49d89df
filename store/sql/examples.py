"""Example queries for both databases, shown on pages and run by the tests."""

from __future__ import annotations

from language.translate import gettext_noop

EXAMPLES = {
    gettext_noop("The largest exact numbers of closed tours"): """\
SELECT board, piece, value AS cycles, method, cpu_seconds
FROM atlas_list
WHERE quantity = 'cycles' AND exact AND starts = 'all'
ORDER BY length(value) DESC, value DESC
LIMIT 20""",
    gettext_noop("Closed tours of cylinders beside those of flat boards"): """\
SELECT flat.board, flat.value AS cycles, rolled.board AS cylinder, rolled.value AS its_cycles
FROM atlas_list AS flat
JOIN atlas_list AS rolled
  ON rolled.board = 'cylinder:' || flat.board AND rolled.piece = flat.piece AND rolled.quantity = flat.quantity
  AND rolled.starts = flat.starts AND rolled.exact
WHERE flat.quantity = 'cycles' AND flat.exact AND flat.starts = 'all' AND flat.piece = '1,2'
ORDER BY length(flat.value), flat.value, flat.board""",
    gettext_noop("Numbers that are only estimated, the surest first"): """\
SELECT board, piece, quantity, convention, value, samples,
       standard_error / CAST(value AS double precision) AS relative_error
FROM atlas_list
WHERE NOT exact
ORDER BY relative_error""",
    gettext_noop("All closed tours of 6x6 with quarter-turn symmetry"): """\
-- On 6x6 four symmetries can fix a tour only as quarter turns do.
SELECT id AS tour, start_square, class, job
FROM tour_list
WHERE board = '6x6' AND piece = '1,2' AND closed AND symmetry = 4
ORDER BY class, id""",
    gettext_noop("Which counts rest on two independent methods"): """\
SELECT board, piece, quantity, convention, value, count(DISTINCT method) AS methods,
       min(method) AS one_method, max(method) AS another
FROM (
  SELECT board, piece, quantity, convention, value, method
  FROM count_list
  WHERE restriction IS NULL AND starts = '"all"' AND outcome = 'complete'
  UNION ALL
  SELECT board, piece, quantity, convention, value, method
  FROM atlas_list
  WHERE exact AND starts = 'all'
) AS counts
GROUP BY board, piece, quantity, convention, value
HAVING count(DISTINCT method) > 1
ORDER BY board, quantity""",
    gettext_noop("Counts that contradict each other"): """\
-- Of jobs here, of the atlas, and of publications where the count in print is refuted.
SELECT board, piece, quantity, convention, starts, min(value) AS one_value, max(value) AS another
FROM (
  SELECT board, piece, quantity, convention, starts, value
  FROM count_list
  WHERE restriction IS NULL AND outcome = 'complete'
  UNION ALL
  SELECT board, piece, quantity, convention, '"all"' AS starts, value
  FROM atlas_list
  WHERE exact AND starts = 'all'
  UNION ALL
  SELECT board, piece, quantity, convention, '"all"' AS starts, substr(value, 2, length(value) - 2) AS value
  FROM published_list
  WHERE status = 'refuted' AND exact AND place = '{}'
) AS counts
GROUP BY board, piece, quantity, convention, starts
HAVING count(DISTINCT value) > 1""",
    gettext_noop("How many tours and classes there are by symmetry"): """\
SELECT board, closed, symmetry, count(*) AS tours, count(DISTINCT class) AS classes
FROM tour_list
WHERE board = '5x5' AND piece = '1,2'
GROUP BY board, closed, symmetry
ORDER BY closed, symmetry""",
    gettext_noop("Tours of 8x8 by start square"): """\
-- The first square of each class: the others have the same numbers.
SELECT starts AS square, max(CASE WHEN quantity = 'tours' THEN value END) AS tours,
       max(CASE WHEN quantity = 'closed' THEN value END) AS closed
FROM atlas_list
WHERE board = '8x8' AND piece = '1,2' AND exact AND starts <> 'all'
GROUP BY starts
ORDER BY starts""",
    gettext_noop("The best estimate of each board, by relative error"): """\
SELECT board, piece, quantity, estimator, value, relative_error, samples, job
FROM (
  SELECT estimates.*, row_number() OVER (PARTITION BY board, piece, quantity ORDER BY relative_error, job) AS place
  FROM (
    SELECT board, piece, quantity, estimator, value, standard_error / abs(value) AS relative_error, samples, job
    FROM estimate_list
    WHERE final AND unbiased AND restriction IS NULL AND starts = '"all"' AND value <> 0 AND standard_error > 0
    UNION ALL
    SELECT board, piece, quantity, method, CAST(value AS double precision),
           standard_error / CAST(value AS double precision), samples, CAST(NULL AS text)
    FROM atlas_list
    WHERE NOT exact AND starts = 'all' AND standard_error > 0
  ) AS estimates
) AS ranked
WHERE place = 1
ORDER BY board, quantity""",
    gettext_noop("What each method has cost"): """\
SELECT method, count(*) AS figures, sum(cpu_seconds) AS cpu_seconds, max(cpu_seconds) AS longest
FROM atlas_list
GROUP BY method
ORDER BY cpu_seconds DESC""",
    gettext_noop("Published figures that are wrong"): """\
SELECT title, printed_table, board, quantity, value, finding
FROM published_list
WHERE status = 'refuted'
ORDER BY title, printed_table, key""",
    gettext_noop("Published counts beside ours"): """\
SELECT p.board, p.quantity, p.title, p.value AS printed, a.value AS counted, a.method
FROM published_list AS p
JOIN atlas_list AS a ON a.board = p.board AND a.piece = p.piece AND a.quantity = p.quantity
WHERE p.exact AND a.exact AND a.starts = 'all'
ORDER BY p.board, p.quantity, p.title""",
    gettext_noop("Tours of 5x5 by start square"): """\
SELECT square, tours, closed, dead_ends, job
FROM square_list
WHERE board = '5x5' AND piece = '1,2' AND outcome = 'complete'
ORDER BY job, square_number""",
    gettext_noop("Between which squares most tours of 5x5 run"): """\
SELECT start_square, end_square, tours, job
FROM end_list
WHERE board = '5x5' AND piece = '1,2' AND outcome = 'complete'
ORDER BY length(tours) DESC, tours DESC, start_number, end_number
LIMIT 20""",
    gettext_noop("The difference between two runs a year apart"): """\
-- Of one estimate: z2 is the square of the difference in standard errors, above 16 by chance once in 16,000.
SELECT a.board, a.quantity, a.estimator, a.job AS earlier_job, b.job AS later_job,
       a.value AS earlier, b.value AS later, b.value - a.value AS difference,
       power(b.value - a.value, 2)
         / nullif(power(a.standard_error, 2) + power(b.standard_error, 2), 0) AS z2
FROM estimate_list AS a
JOIN estimate_list AS b
  ON b.board = a.board AND b.piece = a.piece AND b.quantity = a.quantity AND b.starts = a.starts
  AND b.estimator = a.estimator AND coalesce(b.restriction, '') = coalesce(a.restriction, '')
  AND b.seed <> a.seed
WHERE a.final AND b.final
  AND a.round = (SELECT max(round) FROM estimate_list AS last WHERE last.job = a.job)
  AND b.round = (SELECT max(round) FROM estimate_list AS last WHERE last.job = b.job)
  AND b.finished_at >= CAST(CAST(substr(a.finished_at, 1, 4) AS integer) + 1 AS text) || substr(a.finished_at, 5)
ORDER BY a.board, a.quantity""",
}
"""SQL by description."""

AFTER = {
    "Tours of 5x5 by start square": gettext_noop("after a count of 5x5 here"),
    "Between which squares most tours of 5x5 run": gettext_noop("after a count of 5x5 by both ends here"),
    "The difference between two runs a year apart": gettext_noop("after two estimates of a board here, a year apart"),
}
"""By description, the work needed before a question has an answer; all others have one from the beginning."""
