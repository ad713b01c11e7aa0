const HEAD_END = '\r\n\r\n';
const LENGTH = /^content-length: *(\d+)/im;

/** Counts the requests in the bytes of an HTTP/1.1 client that sends a `Content-Length`, in chunks of any size. */
export const createHttpCounter = (
  count: (method: string, path: string, bodyBytes: number) => void,
): ((piece: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  return (piece) => {
    let bytes = piece;
    while (bytes.length > 0) {
      const taken = Math.min(skip, bytes.length);
      skip -= taken;
      bytes = bytes.subarray(taken);
      if (bytes.length === 0) return;
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const end = rest.indexOf(HEAD_END);
      if (end === -1) return;
      const head = rest.toString('latin1', 0, end);
      const [method = '', path = ''] = head.split(' ', 2);
      skip = Number(LENGTH.exec(head)?.[1] ?? 0);
      count(method, path, skip);
      bytes = rest.subarray(end + HEAD_END.length);
      rest = Buffer.alloc(0);
    }
  };
};
