"""Jobs that wait for a worker that is not running."""

from __future__ import annotations

from engine.code_digest import job_code_digest, kernels_digest, own_code_digests
from store.database.db import Database
from store.jobs.leases import record_compiling
from store.jobs.lifecycle import get_job, pause
from store.jobs.maintenance import report_worker
from store.queries.blocked_jobs import Live, compiling_jobs, live_code, stranded_jobs, waiting_for
from store.queries.jobs import progress, version
from store.trust.spot_checks import distrust
from tests.store.job_samples import finish, stored_job, take


def test_a_job_waits_for_a_worker_of_its_own_code(database: Database) -> None:
    """A job waits until a live worker has its code; a paused job waits for no worker."""
    with database.writing() as session:
        job = stored_job(session)
        seen = [(waiting_for(job, live_code(session)), stranded_jobs(session))]
        for name, engines in (("old", ["other code"]), ("new", own_code_digests())):
            report_worker(session, name, 1, kernels_digest(), 0.0, engines)
            seen.append((waiting_for(job, live_code(session)), stranded_jobs(session)))
        resting = stored_job(session, label="paused").public_id
        pause(session, resting)
        seen.append((waiting_for(get_job(session, resting), Live()), stranded_jobs(session)))
    assert seen == [("worker", 1), ("engine", 1), (None, 0), (None, 0)]


def test_a_job_whose_only_worker_erred_waits_for_another(database: Database) -> None:
    """If the only worker with the code erred, the job waits, without an adoption, for another such worker."""
    with database.writing() as session:
        job = stored_job(session)
        report_worker(session, "host-1-before", 1, kernels_digest(), 0.0, own_code_digests())
        before = version(session.connection(), job.public_id)
        distrust(session, "host-1-before")
    with database.writing() as session:
        live = live_code(session)
        assert (waiting_for(job, live), live.erring_with(job.code_digest)) == ("trust", ["host-1-before"])
        assert stranded_jobs(session) == 0, "it needs no adoption"
        assert version(session.connection(), job.public_id) != before
        report_worker(session, "host-2-after", 1, kernels_digest(), 0.0, own_code_digests())
        assert waiting_for(job, live_code(session)) is None


def test_a_worker_from_before_has_one_digest(database: Database) -> None:
    """Workers of earlier versions report only the digest of their whole code, which their jobs have too."""
    with database.writing() as session:
        job = stored_job(session)
        job.code_digest = "whole"
        report_worker(session, "earlier", 1, "whole", 0.0)
        assert live_code(session).code_digests == {"whole"}
        assert waiting_for(job, live_code(session)) is None


def test_jobs_have_the_digest_of_their_method(database: Database) -> None:
    """A job is stored with the digest of the code for its kind and method."""
    with database.writing() as session:
        assert stored_job(session, method="backtrack").code_digest == job_code_digest("enumerate", "backtrack")


def test_a_job_that_compiles_says_so_until_it_commits(database: Database) -> None:
    """A job is shown as compiling until it commits, and its version changes so that polling pages show this."""
    with database.writing() as session:
        job = stored_job(session)
        other = stored_job(session)
    lease = take(database)
    assert lease is not None
    with database.reading() as session:
        before = version(session.connection(), job.public_id)
    with database.writing() as session:
        record_compiling(session, lease)

    with database.reading() as session:
        assert compiling_jobs(session, [job.id, other.id]) == {job.id}
        assert progress(session, get_job(session, job.public_id)).compiling
        assert version(session.connection(), job.public_id) != before

    finish(database, lease, 4)
    with database.reading() as session:
        assert compiling_jobs(session, [job.id, other.id]) == set()
