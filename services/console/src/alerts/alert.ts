export interface Alert {
  /** Sent once per id. */
  readonly id: string;
  readonly kind: string;
  /** Null: to the operators. */
  readonly accountId: string | null;
  readonly title: string;
  readonly text: string;
  /** Page of the console to look at. */
  readonly path: string;
}

export interface AlertSource {
  readonly name: string;
  readonly due: (nowMs: number) => Promise<readonly Alert[]>;
}
