"""The life of a job: submitted, cut into shards, leased, committed, merged, ended. The only writers of its state."""
