"""Reads a WARC file with warcio and a Parquet file with pyarrow and DuckDB; prints what is in them as JSON."""

import hashlib
import json
import sys

import duckdb
import pyarrow.parquet
from warcio.archiveiterator import ArchiveIterator

MAX_BODY = 10_000


def records(path):
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, check_digests="raise"):
            body = record.content_stream().read()
            http = record.http_headers
            yield {
                "type": record.rec_type,
                "url": record.rec_headers.get_header("WARC-Target-URI"),
                "status": http.get_statuscode() if http else None,
                "contentType": http.get_header("content-type") if http else None,
                "sha256": hashlib.sha256(body).hexdigest(),
                "body": body.decode("utf-8") if len(body) < MAX_BODY else None,
            }


warc, parquet = sys.argv[1:]
table = pyarrow.parquet.read_table(parquet)
counted = duckdb.sql(f"select status, count(*) from read_parquet('{parquet}') group by status order by status").fetchall()
print(json.dumps({
    "records": list(records(warc)),
    "types": {field.name: str(field.type) for field in table.schema},
    "rows": table.to_pylist(),
    "counted": counted,
}))
