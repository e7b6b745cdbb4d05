"""A worker process that the kernel holds, for code that the rules alone should not be trusted with."""
