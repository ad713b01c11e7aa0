export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
};

/** Whether a value of parsed JSON nests more than `maxDepth` lists and objects. Level by level: no depth overflows the stack. */
export const isDeeperThan = (value: unknown, maxDepth: number): boolean => {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const inner: object[] = [];
    for (const holder of level) {
      for (const part of Object.values(holder) as unknown[]) {
        if (typeof part === 'object' && part !== null) inner.push(part);
      }
    }
    level = inner;
  }
  return level.length > 0;
};
