/** Whether a value of parsed JSON nests more than `maxDepth` lists and objects. Level by level, so that no depth costs stack. */
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
