"""Flask: REST, OpenAPI and the dashboard. Never loads numba, even indirectly."""
