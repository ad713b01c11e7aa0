"""Sessions of the account."""

from __future__ import annotations

import asyncio

SESSION = {
    "name": "anna",
    "hosts": ["shop.example"],
    "cookiesCount": 2,
    "createdAt": "2026-03-01T10:00:00.000Z",
    "lastUsedAt": "2026-03-02T10:00:00.000Z",
    "expiresAt": "2026-04-01T10:00:00.000Z",
}
REPLIES = [
    (200, {"status": "ok", "data": {"sessions": [SESSION]}}),
    (200, {"status": "ok", "data": SESSION}),
    (200, {"status": "ok", "data": {"name": "a/b"}}),
]
CALLS = [("GET", "/sessions"), ("GET", "/sessions/anna"), ("DELETE", "/sessions/a%2Fb")]


def test_sessions_are_listed_read_and_deleted(client, service):
    service.reply(*REPLIES)
    assert [(one.name, one.cookies_count) for one in client.sessions.list()] == [("anna", 2)]
    assert client.sessions.get("anna").hosts == ["shop.example"]
    client.sessions.delete("a/b")
    assert [(one.method, one.path) for one in service.seen] == CALLS


def test_sessions_async(make_async, service):
    service.reply(*REPLIES)

    async def run():
        async with make_async() as client:
            assert [one.name for one in await client.sessions.list()] == ["anna"]
            assert (await client.sessions.get("anna")).cookies_count == 2
            await client.sessions.delete("a/b")

    asyncio.run(run())
    assert [(one.method, one.path) for one in service.seen] == CALLS
