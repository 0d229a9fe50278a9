"""The messages of the judge: dictionaries fit for JSON, each with its `kind`. For type checking only."""

from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Emit = Callable[[Message], object]
