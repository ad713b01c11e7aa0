"""The scenario by the Python client: reads its input as JSON from standard input, and prints its outcome."""

import json
import sys

from quarry_client import Quarry, ScrapeWebResult

given = json.load(sys.stdin)
with Quarry(base_url=given["baseUrl"], api_key=given["apiKey"]) as client:
    page = client.scrape.web(url=given["pageUrl"], js_rendering=False, output_format=["markdown"])
    found = client.enginea.serp(q=given["query"])
    options = {
        "defaults": {"js_rendering": False},
        "webhook": {"url": given["hook"]},
        "progress": f"{given['folder']}/python.batch",
    }
    rows = []
    for row in client.batch.web(given["items"], **options):
        if len(rows) == 3:
            break
        rows.append(row)
    with Quarry(base_url=given["baseUrl"], api_key=given["apiKey"]) as other:
        resumed = other.batch.web(given["items"], **options)
        rows += list(resumed)
    target = f"{given['folder']}/python.html"
    client.files.download(page.request_metadata.html, target)
    again = client.requests.reparse(page.request_metadata.id, ScrapeWebResult, output_format=["text"])
    json.dump(
        {
            "jobId": resumed.id,
            "markdown": page.markdown,
            "titles": [one.title for one in found.organic_results],
            "rows": [[row.result.index, getattr(row.result, "error", row.result.status)] for row in rows],
            "html": open(target, encoding="utf-8").read(),
            "text": again.text,
        },
        sys.stdout,
    )
