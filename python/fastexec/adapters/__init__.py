"""fastexec in other frameworks: one module for each, loaded when it is asked for. `docs/adapters.md` shows them."""
