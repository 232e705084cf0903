"""A context taken apart: into cases, into the few values it may have, and away from others by a constant."""

from collections.abc import Iterator
from dataclasses import replace

from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import read
from toolwatch.diff.schema.places import at_property
from toolwatch.diff.schema.validity import valid
from toolwatch.diff.schema.values import atoms_of, identity
from toolwatch.diff.schema.vocabulary import ATOMS, NUMERIC
from toolwatch.model.tool import Json


def splits(context: Context) -> Iterator[list[Context]]:
    """Ways to take a context apart into cases that together cover it."""
    facts = context.facts
    kinds = [facts.atoms & NUMERIC, *(frozenset({atom}) for atom in sorted(facts.atoms - NUMERIC))]
    kinds = [kind for kind in kinds if kind]
    if len(kinds) > 1:
        yield [replace(context, atoms=context.atoms & kind) for kind in kinds]
    for key, branches in facts.alternatives:
        if key not in context.spent:
            spent = replace(context, spent=context.spent | {key})
            yield [spent.also(branch) for branch in branches]
    for key, condition, then, other in facts.conditions:
        if key not in context.spent:
            spent = replace(context, spent=context.spent | {key})
            met = spent.also(condition, *([then] if then else []))
            unmet = spent.never(condition)
            yield [met, unmet.also(other) if other else unmet]
    if len(kinds) == 1 and facts.atoms == NUMERIC:
        yield [replace(context, atoms=context.atoms & {atom}) for atom in sorted(NUMERIC)]


def apart(context: Context, other: Sub) -> bool:
    """Whether a required property tells two schemas apart by its constants: the cheap case of an empty context."""
    there = Context((other,))
    for name in sorted(context.facts.required):
        own = finite(at_property(context, name))
        values = None if own is None else finite(at_property(there, name))
        if own is not None and values is not None:
            known = {identity(value) for value in values}
            if not any(identity(value) in known for value in own) and context.facts.atoms == {"object"}:
                return True
    return False


def all_valid(values: list[Json], context: Context, outer: Sub) -> bool:
    """Whether a schema takes each of these values that a context may really have."""
    reading = read(outer)
    if reading.keys() == {"enum"}:
        known = {identity(value) for value in reading["enum"]}
        values = [value for value in values if identity(value) not in known]
    return all(valid(value, outer) is True for value in values if possible(value, context))


def finite(context: Context) -> list[Json] | None:
    """All values that a context can have, where they are few; some may turn out impossible."""
    facts = context.facts
    if facts.values is not None:
        return facts.values
    if facts.atoms & {"object", "fraction"}:
        return None
    found: list[Json] = []
    if "null" in facts.atoms:
        found.append(None)
    if "boolean" in facts.atoms:
        found += [False, True]
    if "string" in facts.atoms:
        if facts.longest > 0:
            return None
        found.append("")
    if "array" in facts.atoms:
        if facts.most_items > 0:
            return None
        found.append([])
    if "integer" in facts.atoms:
        if facts.high - facts.low > 64:
            return None
        found += range(int(facts.low), int(facts.high) + 1)
    return found


def possible(value: Json, context: Context) -> bool:
    """Whether a value may satisfy a context; only a sure no counts."""
    if atoms_of(value) not in context.facts.atoms & (ATOMS if not context.present else {"object"}):
        return False
    if any(valid(value, sub) is False for sub in context.subs):
        return False
    return all(valid(value, sub) is not True for sub in context.nots)
