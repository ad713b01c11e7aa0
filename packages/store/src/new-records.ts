import type { Plan } from './port.js';

/** What an adapter writes for an account and for a key that are made. */
export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly concurrency: number;
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: string;
}
