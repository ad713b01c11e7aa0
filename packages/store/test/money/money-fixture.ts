import type { Clock, Store } from '../../src/port.js';

/** A store that dies in the middle of its work. */
export interface DoomedStore {
  readonly store: Store;
  readonly isDead: () => boolean;
  /** Leaves it as it lies; nothing of it works on. */
  readonly abandon: () => Promise<void>;
}

/** One database, and the ways to reach it. */
export interface MoneyFixture {
  readonly openStore: (clock: Clock) => Promise<Store>;
  /** `stepsToLive`: statements or commands of its engine that still get through. */
  readonly openDoomed: (clock: Clock, stepsToLive: number) => Promise<DoomedStore>;
  readonly dispose: () => Promise<void>;
}

export type OpenMoney = () => Promise<MoneyFixture>;
