import { gunzipSync } from 'node:zlib';

export interface ReadRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly block: Buffer;
}

const END = '\r\n\r\n';

/** The records of an unpacked WARC file; throws where one does not follow the form. */
export const readRecords = (packed: Buffer): ReadRecord[] => {
  const bytes = gunzipSync(packed);
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const headEnd = bytes.indexOf(END, at);
    const [version, ...lines] = bytes.toString('utf8', at, headEnd).split('\r\n');
    if (version !== 'WARC/1.1') throw new Error(`no record at ${at}`);
    const fields = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    const start = headEnd + END.length;
    const end = start + Number(fields['Content-Length']);
    if (bytes.toString('latin1', end, end + END.length) !== END) throw new Error(`no end of a record at ${end}`);
    records.push({ fields, block: bytes.subarray(start, end) });
    at = end + END.length;
  }
  return records;
};

/** How many members of gzip there are: each begins anew. */
export const countMembers = (packed: Buffer): number => {
  let count = 0;
  const head = Buffer.of(0x1f, 0x8b, 0x08, 0x00, 0, 0, 0, 0);
  for (let at = packed.indexOf(head); at >= 0; at = packed.indexOf(head, at + 1)) count += 1;
  return count;
};
