"""A thin OpenAPI 3.1 layer: endpoints declare what they take and give; checks and document follow from that."""
