"""How alike tools are: computed once, for the linter, the choice of cases and the reports alike."""

from toolwatch.similarity.nearest import neighbours
from toolwatch.similarity.pair import schema_score, text_score

__all__ = ["neighbours", "schema_score", "text_score"]
