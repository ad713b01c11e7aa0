/** Counts what each person has in flight. */
export interface CallCounter {
  /** False when they have as much as they may have; then it is not counted. */
  begin(userId: string): boolean;
  end(userId: string): void;
}

export const createCallCounter = (limit: number): CallCounter => {
  const counts = new Map<string, number>();
  return {
    begin: (userId) => {
      const count = counts.get(userId) ?? 0;
      if (count >= limit) return false;
      counts.set(userId, count + 1);
      return true;
    },
    end: (userId) => {
      const count = (counts.get(userId) ?? 1) - 1;
      if (count === 0) counts.delete(userId);
      else counts.set(userId, count);
    },
  };
};
