"""Knight's tours from Python: ask a Cavalier service, follow its jobs, read its tour database.

>>> import cavalier
>>> with cavalier.local() as service:
...     print(service.count("5x5").wait(progress=False))
...
5x5 has 1,728 directed tours.
"""

from __future__ import annotations

from cavalier.asynchronous import AsyncClient, AsyncJob, connect_async
from cavalier.campaign import Campaign
from cavalier.client import Client, connect
from cavalier.errors import (
    AddressError,
    CavalierError,
    ConflictError,
    DeletedError,
    InvalidRequestError,
    JobFailedError,
    NoAnswerError,
    NotAllowedError,
    NotFoundError,
    NotInstalledError,
    OtherServerError,
    ProblemError,
    UnavailableError,
    WaitTimeoutError,
)
from cavalier.figures import Board, Count, Estimate, Statement, Tour
from cavalier.job import Job
from cavalier.local import local
from cavalier.pictures import Drawing
from cavalier.query import Answer
from cavalier.results import Result
from cavalier.tours import Tours

__all__ = [
    "AddressError",
    "Answer",
    "AsyncClient",
    "AsyncJob",
    "Board",
    "Campaign",
    "CavalierError",
    "Client",
    "ConflictError",
    "Count",
    "DeletedError",
    "Drawing",
    "Estimate",
    "InvalidRequestError",
    "Job",
    "JobFailedError",
    "NoAnswerError",
    "NotAllowedError",
    "NotFoundError",
    "NotInstalledError",
    "OtherServerError",
    "ProblemError",
    "Result",
    "Statement",
    "Tour",
    "Tours",
    "UnavailableError",
    "WaitTimeoutError",
    "connect",
    "connect_async",
    "local",
]

__version__ = "1.0.0"
