"""Frozen values and words without the price of `dataclasses` and `enum`.

Importing `dataclasses` takes longer than starting Python does (it imports `inspect`), and a prompt hook may take four
starts in all; `enum` is half as dear. For checkers the names here are the standard library's own. At run time they
make the two kinds of class that this product has: frozen slotted values, on which `dataclasses.fields`, `replace` and
`is_dataclass` work, and fixed sets of words.
"""

__all__ = ["TYPE_CHECKING", "StrEnum", "dataclass", "field", "replace"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from enum import StrEnum
else:
    _WORTH_IT = 64
    """Objects of a class from which on its methods are written out: 0.1 ms, and a microsecond an object less."""

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

        def fresh(self):
            return self.make() if self.make else self.default

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
            made = make_dataclass(kind.__name__, hints, frozen=True).__dataclass_fields__
            kind.__dataclass_fields__ = made  # once is enough
            return made

    def _frozen(kind):
        names = tuple(kind.__annotations__)
        given = {name: _given(vars(kind)[name]) for name in names if name in vars(kind)}
        own = {key: value for key, value in vars(kind).items() if key not in {*names, "__dict__", "__weakref__"}}

        made = 0

        def first(self, *values, **named):
            """Fill in an object slowly; a class of many objects is worth writing its methods out for."""
            nonlocal made
            made += 1
            if made > _WORTH_IT:
                for name, method in _methods(names, given).items():
                    setattr(type(self), name, method)
                type(self).__init__(self, *values, **named)
                return
            _fill(self, names, given, values, named)

        body = {
            "__init__": first,
            "__eq__": _equal,
            "__hash__": _hash,
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

    def _fill(self, names, given, values, named):
        put = object.__setattr__
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} takes {len(names)} values, not {len(values)}")
        for name, value in zip(names, values, strict=False):
            put(self, name, value)
        for name in names[len(values) :]:
            if name in named:
                put(self, name, named.pop(name))
            elif name in given:
                put(self, name, given[name].fresh())
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")
        if named:
            raise TypeError(f"{type(self).__name__} takes no {', '.join(named)}")

    def _values(self):
        return tuple([getattr(self, name) for name in self.__slots__])

    def _equal(self, other):
        return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented

    def _hash(self):
        return hash(_values(self))

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
        return type(self), _values(self)

    def _refuse(self, name, *_):
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")

    class _Words(type):
        """Makes the texts of a class body its only objects."""

        def __new__(meta, name, bases, body):
            said = {key: value for key, value in body.items() if isinstance(value, str) and key[0] != "_"}
            made = super().__new__(meta, name, bases, {k: v for k, v in body.items() if k not in said})
            made.__members__ = {key: _word(made, key, value) for key, value in said.items()}
            made._by_value = {word.value: word for word in made.__members__.values()}
            for key, word in made.__members__.items():
                setattr(made, key, word)
            return made

        def __call__(cls, value):
            try:
                return cls._by_value[value]
            except KeyError:
                raise ValueError(f"{value!r} is not a valid {cls.__name__}") from None

        def __iter__(cls):
            return iter(cls.__members__.values())

        def __len__(cls):
            return len(cls.__members__)

        def __contains__(cls, value):
            return value in cls._by_value

    class StrEnum(str, metaclass=_Words):  # noqa: SLOT000  a handful of objects
        """A fixed set of words; each is a text, and the only object of its value."""

        def __repr__(self):
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __str__(self):
            return self.value

        def __reduce__(self):
            return type(self), (self.value,)

    def _word(kind, name, value):
        word = str.__new__(kind, value)
        word.name, word.value = name, value
        return word
