/** What one round measured of a subject. */
export interface Figures {
  /** Of all its processes, per page. */
  readonly cpuMs: number;
  readonly perSecond: number;
  /** The most of all its processes together. */
  readonly memoryMb: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
  readonly p99Ms?: number;
  /** Of a batch; of several jobs, the longest. */
  readonly acceptMs?: number;
}

export interface Subject {
  readonly name: string;
  readonly measure: (pages: number) => Promise<Figures>;
}

const FIELDS = ['cpuMs', 'perSecond', 'memoryMb', 'p50Ms', 'p95Ms', 'p99Ms', 'acceptMs'] as const;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The median of each figure over the rounds. */
export const medianOf = (rounds: readonly Figures[]): Figures => {
  const medians = FIELDS.flatMap((field) => {
    const values = rounds.flatMap((round) => round[field] ?? []);
    return values.length === 0 ? [] : [[field, median(values)] as const];
  });
  // safe because every round has the figures that are required
  return Object.fromEntries(medians) as unknown as Figures;
};

const whole = (value: number | undefined): string => value?.toFixed(0) ?? '';

/** A table of the medians; each CPU time beside that of the first subject. */
export const figuresTable = (measured: ReadonlyMap<string, Figures>): string => {
  const [first] = measured.values();
  const rows = [...measured].map(([name, one]) => {
    const ratio = one.cpuMs / (first?.cpuMs ?? one.cpuMs);
    const latencies = [one.p50Ms, one.p95Ms, one.p99Ms].map(whole).filter(Boolean).join(', ');
    const perSecond = one.perSecond.toFixed(one.perSecond < 10 ? 2 : 0);
    return [
      ...[name, `${one.cpuMs.toFixed(1)} ms`, ratio.toFixed(2), perSecond, whole(one.memoryMb)],
      ...[latencies, whole(one.acceptMs)],
    ];
  });
  const heads = ['', 'CPU per page', 'ratio', 'pages/s', 'MB at most', 'p50, p95, p99 ms', 'accepted after ms'];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
};

/** The page with the text between the marks of a part replaced. Throws where it has none. */
export const withFigures = (page: string, part: string, text: string): string => {
  const marked = new RegExp(`(<!-- figures: ${part} -->\\n)[\\s\\S]*?(<!-- end of figures -->)`);
  if (!marked.test(page)) throw new Error(`the page has no place for the figures of ${part}`);
  return page.replace(marked, (_, start: string, end: string) => `${start}${text}\n${end}`);
};
