"""The OpenAPI document and the server agree: generated requests, right and wrong ones, find nothing.

Schemathesis runs as its own program: its pytest plugin reaches into pytest's private names.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.web.serving import serving

EXAMPLES = 4
SEED = 20_261_115
CONFIG = """
# Moves, setups, names of cameras and files have a grammar that no JSON schema holds: 422 is their answer;
# 503 says that something is not there now (a camera, room for one more table).
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "404", "409", "422", "503"]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]

[parameters]
table_id = "{table_id}"
game_id = {game_id}

[[operations]]
include-method = "DELETE"
parameters = {{ "path.table_id" = "00000000", "path.game_id" = 999999 }}
"""


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("schemathesis")
    with serving(tmp_path / "data", quit=lambda: None) as served:
        table_id = served.table("chess")["table"]["id"]
        served.post(f"/api/tables/{table_id}/actions", {"action": "play", "ply": 0, "move": "e4"})
        game_id = served.get(f"/api/tables/{table_id}").json()["table"]["archive_id"]
        config = tmp_path / "schemathesis.toml"
        config.write_text(CONFIG.format(table_id=table_id, game_id=game_id))
        done = subprocess.run(
            [
                *(program, "--config-file", config, "run", f"{served.url}/api/openapi.json"),
                *("--phases", "coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", str(SEED)),
                *("--warnings", "off", "--no-color", "--request-timeout", "60"),
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=600,
        )
        assert served.get("/api/about").status_code == 200
    assert done.returncode == 0, done.stdout[-20_000:]
