/** A pause that can be cut short. */
export interface Alarm {
  /** Resolves after `ms`, or at the next `ring`; at once where one came since the last pause began. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

export const createAlarm = (): Alarm => {
  let hasRung = false;
  let cut: () => void = () => undefined;
  return {
    wait: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          cut = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
    ring: () => {
      hasRung = true;
      cut();
    },
  };
};
