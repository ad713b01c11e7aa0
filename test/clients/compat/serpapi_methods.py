"""The public methods of serpapi's client."""

import json

import serpapi

# What a client was made with, and what its methods are made of.
FACTS = {"BASE_DOMAIN", "DASHBOARD_URL", "USER_AGENT", "api_key", "request", "session", "timeout"}
client = serpapi.Client(api_key="x")
print(json.dumps({"methods": sorted(name for name in dir(client) if not name.startswith("_") and name not in FACTS)}))
