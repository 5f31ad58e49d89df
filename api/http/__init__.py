"""What all resources share: services, errors, caching, languages."""
