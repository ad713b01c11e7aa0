/** Addresses that the frontier has at last. */
export const FRONTIER = Number(process.env['BENCH_FRONTIER'] ?? 200_000);

/** Sizes at which is measured: 10,000, 50,000, 100,000 and 200,000 of 200,000. */
export const MARKS = [0.05, 0.25, 0.5, 1].map((share) => Math.round(FRONTIER * share));

export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const [heads = [], ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  return [heads, rule, ...rest].join('\n');
};
