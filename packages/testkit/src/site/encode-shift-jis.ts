const LEAD_BYTES: readonly (readonly [number, number])[] = [
  [0x81, 0x9f],
  [0xe0, 0xea],
];
const TRAIL_BYTES: readonly (readonly [number, number])[] = [
  [0x40, 0x7e],
  [0x80, 0xfc],
];
const REPLACEMENT = '\ufffd';
const LAST_ASCII = 0x7f;

const inRanges = (ranges: readonly (readonly [number, number])[]): number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Every two-byte character of Shift_JIS (JIS X 0208), from the platform's decoder. */
const buildTable = (): ReadonlyMap<string, readonly [number, number]> => {
  const decoder = new TextDecoder('shift_jis');
  const table = new Map<string, readonly [number, number]>();
  for (const lead of inRanges(LEAD_BYTES)) {
    for (const trail of inRanges(TRAIL_BYTES)) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== REPLACEMENT && !table.has(character)) {
        table.set(character, [lead, trail]);
      }
    }
  }
  return table;
};

/** Encodes text as Shift_JIS; throws for a character that it does not have. */
export const encodeShiftJis = (text: string): Buffer => {
  const table = buildTable();
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code <= LAST_ASCII) return [code];
    const pair = table.get(character);
    if (!pair) throw new Error(`Shift_JIS has no ${character}`);
    return [...pair];
  });
  return Buffer.from(bytes);
};
