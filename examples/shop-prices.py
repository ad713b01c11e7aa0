"""Appends today's price of every product page in a list to a CSV file. Run it every morning, from cron.

    python3 examples/shop-prices.py products.txt prices.csv

products.txt has one address per line. A page that failed is reported and costs nothing; the exit code is then 1.
"""
import csv
import datetime
import json
import os
import sys
import urllib.error
import urllib.request

BASE_URL = os.environ.get("QUARRY_URL", "http://127.0.0.1:3000")
KEY = os.environ["QUARRY_API_KEY"]
FIELDS = {"name": {"type": "string"}, "price": {"type": "number"}, "inStock": {"type": "boolean"}}


def read_product(url):
    body = json.dumps({"url": url, "aiExtractRules": FIELDS}).encode()
    headers = {"x-api-key": KEY, "content-type": "application/json"}
    request = urllib.request.Request(f"{BASE_URL}/scrape/web", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=310) as response:
        page = json.load(response)
    # A missing page is no failure of the call: it is free and has the status of the shop.
    if page["statusCode"] >= 400:
        raise ValueError(f"the shop responded with {page['statusCode']}")
    return page["aiResponse"]


def main(list_file, table_file):
    today = datetime.date.today().isoformat()
    failed = 0
    with open(list_file) as lines, open(table_file, "a", newline="") as table:
        writer = csv.writer(table)
        for url in filter(None, map(str.strip, lines)):
            try:
                product = read_product(url)
                writer.writerow([today, url, product.get("name"), product.get("price"), product.get("inStock")])
            except (urllib.error.URLError, ValueError) as error:
                failed += 1
                reason = json.load(error)["message"] if isinstance(error, urllib.error.HTTPError) else error
                print(f"{url}: {reason}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
