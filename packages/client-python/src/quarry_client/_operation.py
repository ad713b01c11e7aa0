"""Operations, and how their parameters are written in the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Generic, TypeAlias, TypeVar

from ._model import Result

NameEntry: TypeAlias = "str | tuple[str, Names]"
Names: TypeAlias = "Mapping[str, NameEntry]"
"""The API's name of each argument, with the names within it if it is an object or a list of them."""

R = TypeVar("R", bound=Result)


@dataclass(frozen=True)
class Operation(Generic[R]):
    """One endpoint that returns a result for credits."""

    id: str
    method: str
    path: str
    names: Names
    result: type[R]
    is_keyed: bool
    """Whether it takes an Idempotency-Key."""


def _api_name(names: Names, key: str, where: str) -> NameEntry:
    entry = names.get(key)
    if entry is not None:
        return entry
    for known in names.values():
        if key == (known if isinstance(known, str) else known[0]):
            return known
    close = get_close_matches(key, names, n=1)
    hint = f"; did you mean {where}{close[0]}?" if close else f"; known are {', '.join(sorted(names))}"
    raise TypeError(f"unknown argument {where}{key}{hint}")


def _inner(value: Any, names: Names, where: str) -> Any:
    if isinstance(value, Mapping):
        return to_api(names, value, f"{where}.")
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [_inner(one, names, f"{where}[{index}]") for index, one in enumerate(value)]
    return value


def to_api(names: Names, params: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """The parameters by the API's names; None is left out. Names of the API itself are taken too.

    Raises TypeError for an argument that the operation does not have.
    """
    named: dict[str, Any] = {}
    for key, value in params.items():
        entry = _api_name(names, key, where)
        if value is None:
            continue
        if isinstance(entry, str):
            named[entry] = list(value) if isinstance(value, (tuple, set, frozenset)) else value
        else:
            named[entry[0]] = _inner(value, entry[1], f"{where}{key}")
    return named


def query_pairs(params: Mapping[str, Any], parent: str = "") -> Iterator[tuple[str, str]]:
    """Parameters as a query string has them: `price[min]` for an object, `meals[]` for each value of a list."""
    for key, value in params.items():
        name = f"{parent}[{key}]" if parent else key
        if isinstance(value, Mapping):
            yield from query_pairs(value, name)
        elif isinstance(value, (list, tuple)):
            for one in value:
                yield f"{name}[]", _scalar(one)
        else:
            yield name, _scalar(value)


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
