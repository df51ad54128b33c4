"""Find Chromium for the browser tests; where there is none, install it or say how.

python -m tests.chromium
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a browser: CHROMIUM from the environment, else the first one on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
            check=True,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )


def main() -> int:
    if find() is None:
        install()
    if path := find():
        print(f"browser tests use {path}")  # noqa: T201
        return 0
    print(  # noqa: T201
        "The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set "
        "CHROMIUM to the path of a Chrome or Chromium.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
