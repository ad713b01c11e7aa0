import type { OperationContext } from '@quarry/worker-runtime';

/** Most parts of one bundle; of a page with more embedded pictures the first are kept. */
export const MAX_PICTURES = 200;
/** Most bytes of all pictures of one result. */
export const MAX_PICTURE_BYTES = 8 * 1_048_576;

const PICTURE = /^data:image\/(jpeg|png|webp|gif|svg\+xml|avif);base64,/;
const NO_BASE64 = /[^A-Za-z0-9+/=_-]/;
/** Whether a string is a data URI; a title may begin with `data:` too. */
const isDataUri = (text: string): boolean => /^data:[\w.+-]+\/[\w.+-]+[;,]/i.test(text);
const EXTENSIONS: Readonly<Record<string, string>> = {
  'svg+xml': 'bin',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
};

interface Picture {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

const readPicture = (uri: string): Picture | undefined => {
  const [head = '', kind = ''] = PICTURE.exec(uri) ?? [];
  const extension = EXTENSIONS[kind];
  // The whole string is not matched by one expression: for megabytes that would overflow the stack.
  const base64 = uri.slice(head.length);
  if (extension === undefined || base64 === '' || NO_BASE64.test(base64)) return undefined;
  return { bytes: Buffer.from(base64, 'base64'), extension };
};

type Json = unknown;

const isRecord = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every `data:` picture in `value`, each once, in order, within the bounds. */
const collect = (value: Json, found: Map<string, Picture>, size: { bytes: number }): void => {
  if (typeof value === 'string') {
    if (!isDataUri(value) || found.has(value) || found.size >= MAX_PICTURES) return;
    const picture = readPicture(value);
    if (!picture || size.bytes + picture.bytes.byteLength > MAX_PICTURE_BYTES) return;
    size.bytes += picture.bytes.byteLength;
    found.set(value, picture);
  } else if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, found, size);
  else if (isRecord(value)) for (const item of Object.values(value)) collect(item, found, size);
};

const isRemoved = (value: Json): boolean => value === undefined;

/** The same value with pictures replaced by their URLs; pictures without a URL are removed. */
const replace = (value: Json, addresses: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') return isDataUri(value) ? addresses.get(value) : value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => replace(item, addresses)).filter((item) => !isRemoved(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, replace(item, addresses)] as const)
      .filter(([, item]) => !isRemoved(item)),
  );
};

/** Stores the embedded pictures of a page as private files, all in one object, and links them. */
export const storePictures = async (
  result: Readonly<Record<string, unknown>>,
  putBundle: OperationContext['putBundle'],
): Promise<Readonly<Record<string, unknown>>> => {
  const found = new Map<string, Picture>();
  collect(result, found, { bytes: 0 });
  const urls = found.size > 0 ? await putBundle('thumbnails.bundle', [...found.values()]) : [];
  const addresses = new Map([...found.keys()].map((uri, index) => [uri, urls[index] ?? '']));
  // safe because a record stays a record
  return replace(result, addresses) as Readonly<Record<string, unknown>>;
};
