"""Settings from the environment that are no secrets: by their name, or by the everyday value that they hold."""

import re
from urllib.parse import urlsplit

from toolwatch.model.words import vocabulary

_NAMES = re.compile(
    r"(^|[_ ])(lang|language|locale|tz|timezone|port|layout|env|environment|region|log_?level|term|editor)$|(^| )lc_",
    re.IGNORECASE,
)
_WORDS = vocabulary(
    "true false yes no on off none null nil default auto automatic any all both never always enabled disabled enable"
    " disable active inactive production prod staging stage development develop dev testing test tests local localhost"
    " remote sandbox demo preview canary live internal external public private shared global regional central main"
    " master stable latest nightly release alpha beta debug trace info notice warn warning error critical fatal silent"
    " quiet verbose normal strict lenient loose safe unsafe fast slow small medium large low high minimal full basic"
    " standard advanced premium enterprise professional community free trial read write readonly read-only readwrite"
    " read-write read_only read_write write-only append admin administrator root user users guest viewer editor owner"
    " operator service services server client tool tools customer customers account accounts order orders product"
    " products project projects document documents message messages request requests response responses report reports"
    " resource resources prompt prompts search storage database repository repositories schedule calendar analytics"
    " documentation example examples text json yaml xml csv html markdown plain pretty compact utf8 utf-8 ascii stdio"
    " http https sse streamable streamable-http websocket memory file files folder directory sqlite postgres postgresql"
    " mysql mariadb redis mongodb elasticsearch kafka docker kubernetes linux darwin windows python javascript"
    " typescript english german french spanish google github gitlab microsoft amazon openai anthropic"
    " type object array string number integer boolean properties required description inputschema outputschema"
    " annotations title format pattern date-time date time uri email enum const items anyof oneof allof"
    " additionalproperties definitions instructions /tmp /data /app /srv /workspace"
)
"""Words of configurations, of tool lists and of the protocol: replaced by a name, they would garble a description."""
_SHAPES = re.compile(
    r"[a-z]{2,3}([_-][A-Z]{2})?([.][Uu][Tt][Ff]-?8)?"  # a locale
    r"|(Africa|America|Antarctica|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)/[A-Za-z0-9_+/-]{1,30}"
    r"|[0-9]{1,5}|[1-9][0-9]{0,2}0{3,9}|-?[0-9]{1,5}[.][0-9]{1,5}|v?[0-9]{1,4}([.][0-9]{1,4}){1,2}"
    r"|[0-9]{1,6}(ms|s|m|h|d|[kKmMgG]i?[bB]?)"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}"  # a day, or a revision of MCP
    r"|(af|ap|ca|cn|eu|il|me|mx|sa|us|africa|asia|australia|europe|northamerica|southamerica)(-gov)?"
    r"-(north|south|east|west|central){1,2}-?[0-9]{1,2}"  # a cloud's region
    r"|127[.]0[.]0[.]1|0[.]0[.]0[.]0|::1"
)
"""Locales, zones of time, ports, limits, versions, durations, sizes, days, a cloud's regions, this machine."""


def is_harmless(name: str, value: str) -> bool:
    """Whether a variable of that name and value is an ordinary setting; a telling name is the caller's to judge."""
    plain = value.strip()
    return (
        _NAMES.search(name) is not None
        or plain.lower() in _WORDS
        or _SHAPES.fullmatch(plain) is not None
        or _is_open_url(plain)
    )


def _is_open_url(value: str) -> bool:
    """Whether it is an address on the web without a credential: no user, no query, no path that looks drawn by lot."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https", "ws", "wss") or "@" in parts.netloc or parts.query or parts.fragment:
        return False
    return not any(_is_drawn(part) for part in parts.path.split("/"))


def _is_drawn(part: str) -> bool:
    digits = sum(sign.isdigit() for sign in part)
    return (len(part) >= 12 and digits > 0) or len(part) >= 20
