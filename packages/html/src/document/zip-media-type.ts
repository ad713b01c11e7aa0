const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const ODT = 'application/vnd.oasis.opendocument.text';
const EPUB = 'application/epub+zip';

/** The part that only archives of this kind have. */
const MAIN_PARTS: ReadonlyMap<string, string> = new Map([
  ['word/document.xml', DOCX],
  ['xl/workbook.xml', XLSX],
  ['ppt/presentation.xml', PPTX],
  ['META-INF/container.xml', EPUB],
]);

/** Archives that state their type do so in a first entry of this name, not compressed. */
const STATED = /^PK[^]{28}mimetype([a-z+./-]{1,80})/;
const STATED_TYPES: ReadonlySet<string> = new Set([ODT, EPUB]);

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
/** The main part is among the first ones. */
const MAX_ENTRIES = 1_000;
const MAX_NAME_BYTES = 64;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Where the list of entries begins; undefined in what is cut off or no archive. */
const listStart = (bytes: Uint8Array, view: DataView): number | undefined => {
  const last = bytes.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return view.getUint32(at + 16, true);
  }
  return undefined;
};

/**
 * Media type of a document that is a zip archive, by the entries that it lists: DOCX, XLSX, PPTX, ODT or EPUB. Undefined for
 * other archives. Unpacks nothing.
 */
export const zipMediaType = (bytes: Uint8Array): string | undefined => {
  const [, stated] = STATED.exec(latin1(bytes.subarray(0, 128))) ?? [];
  const known = [...STATED_TYPES].find((type) => stated?.startsWith(type) && !/^-/.test(stated.slice(type.length)));
  if (known !== undefined) return known;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = listStart(bytes, view);
  for (let count = 0; at !== undefined && count < MAX_ENTRIES; count += 1) {
    if (at + ENTRY_BYTES > bytes.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    const name = latin1(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + Math.min(nameBytes, MAX_NAME_BYTES)));
    const type = nameBytes <= MAX_NAME_BYTES ? MAIN_PARTS.get(name) : undefined;
    if (type !== undefined) return type;
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
};
