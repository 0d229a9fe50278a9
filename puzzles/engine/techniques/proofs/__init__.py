"""Proofs by assumption: forcing chains, contradictions and trials."""
