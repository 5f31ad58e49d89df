# One image for every role: the command decides whether a container serves the API, works or migrates.

FROM python:3.11-slim-bookworm AS build
WORKDIR /source
RUN python -m venv /opt/cavalier
ENV PATH=/opt/cavalier/bin:$PATH
# The dependencies alone first: this layer is rebuilt only when the lock changes.
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md ./
COPY api ./api
COPY cli ./cli
COPY client ./client
COPY drawing ./drawing
COPY engine ./engine
COPY findings ./findings
COPY language ./language
COPY migrations ./migrations
COPY phrasing ./phrasing
COPY reproduction ./reproduction
COPY verify ./verify
COPY store ./store
COPY workers ./workers
RUN pip install --no-cache-dir --no-deps --no-build-isolation .
# The documentation, which the service has at /docs/.
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY changes ./changes
COPY docs ./docs
RUN python -m sphinx --quiet --doctree-dir /tmp/doctrees docs /opt/cavalier/share/cavalier/docs

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/cavalier cavalier
COPY --from=build /opt/cavalier /opt/cavalier
ENV PATH=/opt/cavalier/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_CACHE_HOME=/var/lib/cavalier/cache \
    CAVALIER_DATA=/var/lib/cavalier
# What its figures were computed by: the image holds no repository to ask.
ARG CAVALIER_COMMIT=
ENV CAVALIER_COMMIT=$CAVALIER_COMMIT
# By its number, so that whoever starts it can see that this is not root.
USER 10001
WORKDIR /var/lib/cavalier
EXPOSE 8000
ENTRYPOINT ["cavalier"]
CMD ["api", "--host", "0.0.0.0"]
