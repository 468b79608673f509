"""Each behaviour runs on both implementations: tests take the `impl` fixture."""

import os
import subprocess
import sys
from types import ModuleType

import pytest

from ginrummy import core, reference


@pytest.fixture(params=[core, reference], ids=["core", "reference"])
def impl(request: pytest.FixtureRequest) -> ModuleType:
    return request.param


@pytest.fixture
def run_python():
    """Runs code in a fresh interpreter, with the given environment on top."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run
