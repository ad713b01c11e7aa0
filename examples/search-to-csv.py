"""Writes the web results of some searches to a CSV file, which any spreadsheet opens.

    python3 examples/search-to-csv.py results.csv "espresso machine" "coffee grinder"
"""
import csv
import json
import os
import sys
import urllib.parse
import urllib.request

BASE_URL = os.environ.get("QUARRY_URL", "http://127.0.0.1:3000")
KEY = os.environ["QUARRY_API_KEY"]


def search(query):
    url = f"{BASE_URL}/scrape/enginea/serp?" + urllib.parse.urlencode({"q": query, "gl": "us", "hl": "en"})
    with urllib.request.urlopen(urllib.request.Request(url, headers={"x-api-key": KEY}), timeout=310) as response:
        return json.load(response).get("organicResults", [])


def main(table_file, queries):
    with open(table_file, "w", newline="") as table:
        writer = csv.writer(table)
        writer.writerow(["query", "position", "title", "link", "snippet"])
        for query in queries:
            for result in search(query):
                writer.writerow([query, *(result.get(name, "") for name in ("position", "title", "link", "snippet"))])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
