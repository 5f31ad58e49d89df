"""Records of failed work."""

from __future__ import annotations

import traceback
from functools import partial

from store.jobs.leases import release
from store.jobs.steps import StepLease
from store.trust.checkpoint_repair import fail_or_mend
from store.trust.rechecks import CheckResult, RecheckLease, finish_check, release_check
from workers.job_steps import Write, end_with
from workers.permanent_failures import permanent_failure_reason
from workers.shortages import is_shortage
from workers.slices import AnyLease


def failure_of(lease: AnyLease, error: Exception, worker: str, max_attempts: int) -> Write:
    """Return the write that fails the work, or requeues it where a retry may help; shortages cost no attempt."""
    if isinstance(lease, StepLease):
        return end_with(lease, error, max_attempts)
    if is_shortage(error):
        return partial(release_check, lease=lease) if isinstance(lease, RecheckLease) else partial(release, lease=lease)
    hopeless = permanent_failure_reason(error)
    text = hopeless or "".join(traceback.format_exception(error))
    if isinstance(lease, RecheckLease):
        result = CheckResult(error=text, hopeless=hopeless is not None)
        return partial(finish_check, lease=lease, worker=worker, result=result)
    return partial(fail_or_mend, lease=lease, worker=worker, error=text, max_attempts=1 if hopeless else max_attempts)
