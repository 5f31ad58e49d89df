"""Pure computing: boards, pieces, tours, streams and kernels. No I/O; nothing here imports a layer above."""
