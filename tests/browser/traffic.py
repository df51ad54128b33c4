"""What a page takes from the network, as Chromium's own tools count it: headers and compression
included."""

from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import Page


@dataclass
class Request:
    method: str
    # Document, Stylesheet, Script, XHR ...
    kind: str
    address: str
    bytes: int = 0
    is_after_load: bool = False

    @property
    def is_of_the_page(self) -> bool:
        """Also its icon, which comes last; not what its script asks for once it is there."""
        return not (self.is_after_load and self.kind in ("XHR", "Fetch"))


@dataclass
class Traffic:
    """Counts from when it is made; nothing is taken from the browser's cache before `warm`."""

    page: Page
    requests: dict[str, Request] = field(default_factory=dict)
    is_loaded: bool = False

    def __post_init__(self):
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on("Network.requestWillBeSent", self._began)
        self.session.on("Network.loadingFinished", self._ended)
        self.session.on("Page.loadEventFired", self._loaded)
        self.session.send("Network.enable")
        self.session.send("Page.enable")
        self.session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def warm(self) -> None:
        """Forget what was counted; the cache may be used from here on."""
        self.session.send("Network.setCacheDisabled", {"cacheDisabled": False})
        self.requests.clear()

    def of_the_page(self) -> list[Request]:
        return [each for each in self.requests.values() if each.is_of_the_page]

    def by_its_script(self) -> list[Request]:
        return [each for each in self.requests.values() if not each.is_of_the_page]

    def _began(self, event: dict) -> None:
        asked = event["request"]
        kind = event.get("type", "Other")
        told = Request(asked["method"], kind, asked["url"], is_after_load=self.is_loaded)
        self.requests[event["requestId"]] = told

    def _ended(self, event: dict) -> None:
        if event["requestId"] in self.requests:
            self.requests[event["requestId"]].bytes = event["encodedDataLength"]

    def _loaded(self, event: dict) -> None:
        self.is_loaded = True


def bytes_of(requests: list[Request]) -> int:
    return sum(each.bytes for each in requests)


def by_kind(requests: list[Request]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in requests:
        total[each.kind] += each.bytes
    return dict(total)
