"""A profile's own environment: what it changes in the settings of this server, and of what this server starts."""

from contextlib import suppress
from dataclasses import replace

from vademecum import config
from vademecum.config.drop_in import infinite_memory
from vademecum.faces import apart
from vademecum.faces.mcp.tool import Profile
from vademecum.model.errors import VademecumError
from vademecum.model.settings import Settings


def settings_of(profile: Profile, settings: Settings) -> Settings:
    """Return the settings as they hold for a profile.

    Raises:
        InvalidError: a variable of the profile has no value that does.
    """
    if profile.ranking:
        settings = replace(settings, recall=replace(settings.recall, ranking=profile.ranking))
    return infinite_memory().applied(settings) if profile.variables else settings


def take_in(profile: Profile, user: str) -> None:
    """Have what is new taken in by a process that knows what this server was told."""
    with suppress(VademecumError):  # a call says what is wrong with a variable
        apart.take_in(user, infinite_memory().for_child() if profile.variables else None)


def look_through(profile: Profile, user: str) -> None:
    """Have the sources looked through by a server that has just begun, when there is a vault and it is wanted."""
    home = config.home()
    if (home / "vaults" / user).is_dir():
        with suppress(VademecumError):
            if settings_of(profile, config.load(home)).sync.on_start:
                take_in(profile, user)
