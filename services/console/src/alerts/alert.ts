/** Something that somebody should know, in plain words. */
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

/** Finds what is due. It may name the same alert again and again; nothing is sent twice. */
export interface AlertSource {
  readonly name: string;
  readonly due: (nowMs: number) => Promise<readonly Alert[]>;
}
