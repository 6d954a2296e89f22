"""Frozen values without the price of `dataclasses`.

Importing `dataclasses` takes longer than starting Python does (it imports `inspect`), and a prompt hook may take four
starts in all. For checkers the names here are the standard library's own. At run time they make the one kind of
class that this product has, frozen and slotted; `dataclasses.fields`, `replace` and `is_dataclass` work on it.
"""

__all__ = ["TYPE_CHECKING", "dataclass", "field", "replace"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:

    def dataclass(*, frozen, slots):
        """Return the decorator that does what `dataclasses.dataclass(frozen=True, slots=True)` does."""
        if not (frozen and slots):
            raise TypeError("for values only: dataclass(frozen=True, slots=True)")
        return _frozen

    def field(*, default=None, default_factory=None, metadata=None):
        """Declare a default, or what makes one for each object."""
        return _Given(default, default_factory, metadata)

    def replace(value, **changes):
        """Return a value like this one, with other fields."""
        return type(value)(**{name: getattr(value, name) for name in value.__slots__} | changes)

    class _Given:
        def __init__(self, default, make, metadata):
            self.default, self.make, self.metadata = default, make, metadata

        def standard(self, field):
            """Return this as a field of the standard library."""
            given = {"default_factory": self.make} if self.make else {"default": self.default}
            return field(metadata=self.metadata, **given)

    class _Fields:
        """Stands for `__dataclass_fields__` until somebody asks: few do, and none of them is a hook."""

        def __get__(self, _, kind):
            from dataclasses import field, make_dataclass  # noqa: PLC0415  the point of the module

            given = kind.__frozen_defaults__
            hints = [
                (name, hint, given[name].standard(field) if name in given else field())
                for name, hint in kind.__annotations__.items()
            ]
            return make_dataclass(kind.__name__, hints, frozen=True).__dataclass_fields__

    def _frozen(kind):
        names = tuple(kind.__annotations__)
        given = {name: _given(vars(kind)[name]) for name in names if name in vars(kind)}
        own = {key: value for key, value in vars(kind).items() if key not in {*names, "__dict__", "__weakref__"}}
        body = {
            **_methods(names, given),
            "__repr__": _repr,
            "__reduce__": _reduce,
            "__setattr__": _refuse,
            "__delattr__": _refuse,
            "__dataclass_fields__": _Fields(),
            "__frozen_defaults__": given,
            "__match_args__": names,
            "__slots__": names,
        }
        return type(kind)(kind.__name__, kind.__bases__, body | own)

    def _given(value):
        return value if isinstance(value, _Given) else _Given(value, None, None)

    def _methods(names, given):
        """Write the methods out, as the standard library does: a loop over names would make each object slower."""
        made = {name for name, value in given.items() if value.make}
        room = {f"_default_{name}": value.make or value.default for name, value in given.items()}
        room["_put"] = object.__setattr__
        parameters = ", ".join(f"{name}=_default_{name}" if name in given else name for name in names)
        lines = [f"def __init__(self, {parameters}):"]
        for name in names:
            value = f"{name} if {name} is not _default_{name} else {name}()" if name in made else name
            lines.append(f"    _put(self, {name!r}, {value})")
        values = "".join(f"self.{name}, " for name in names)
        theirs = values.replace("self.", "other.")
        lines += [
            "def __eq__(self, other):",
            f"    return ({values}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented",
            f"def __hash__(self): return hash(({values}))",
        ]
        exec("\n".join(lines), room)  # noqa: S102  names of fields, from our own classes
        return {name: room[name] for name in ("__init__", "__eq__", "__hash__")}

    def _repr(self):
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__qualname__}({told})"

    def _reduce(self):
        return type(self), tuple(getattr(self, name) for name in self.__slots__)

    def _refuse(self, name, *_):
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")
