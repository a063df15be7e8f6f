"""Tables over HTTP: opened, played at, refused when stale, closed."""

from __future__ import annotations

from tests.web.serving import Served


def test_a_table_is_opened_listed_and_closed(served: Served) -> None:
    made = served.table()
    table_id = made["table"]["id"]
    assert made["state"]["ply"] == 0 and made["state"]["turn"] == "first"
    assert table_id in [one["id"] for one in served.get("/api/tables").json()["tables"]]
    assert served.ask("DELETE", f"/api/tables/{table_id}").status_code == 204
    gone = served.get(f"/api/tables/{table_id}")
    assert gone.status_code == 404 and gone.json()["error"]["code"] == "not_found"


def test_an_action_made_against_an_older_ply_is_refused(served: Served) -> None:
    made = served.table()
    path = f"/api/tables/{made['table']['id']}/actions"
    move = made["state"]["legal"][0]["move"]
    assert served.post(path, {"action": "play", "ply": 0, "move": move}).json()["state"]["ply"] == 1
    late = served.post(path, {"action": "play", "ply": 0, "move": move})
    assert late.status_code == 409 and late.json()["error"]["code"] == "stale"
