"""The evidence that steps of several techniques share: links and almost locked sets, and their proofs."""
