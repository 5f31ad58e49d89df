"""Tours as data: checking, packing, canonical forms and text. Plain numpy except `canonical_kernel`."""
