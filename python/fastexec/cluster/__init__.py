"""What a pool on a cluster is made of: `travel` of results, the `node` that runs snippets, the `desk` that hands them out."""
