export interface DiffLine {
  /** `place`: where in the page the following lines are. */
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  readonly text: string;
}

const PLACE = /^@@ -\d+(?:,\d+)? \+(\d+)/;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** The lines of a unified diff, without its head. */
export const diffLines = (diff: string): readonly DiffLine[] => {
  const lines: DiffLine[] = [];
  for (const line of diff.split('\n')) {
    const [, from] = PLACE.exec(line) ?? [];
    if (from !== undefined) lines.push({ kind: 'place', text: `Line ${from}` });
    const kind = KINDS[line.charAt(0)];
    // What is before the first place names the versions.
    if (from === undefined && kind !== undefined && lines.length > 0) lines.push({ kind, text: line.slice(1) });
  }
  return lines;
};
