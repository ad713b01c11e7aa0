import type { OperationId, RuleName } from '../../packages/contracts/src/index.js';

/** Parameters of one call; a body's fields where the operation takes a body. `{web}` and other origins stand for their addresses. */
export type Given = Readonly<Record<string, unknown>>;

/** What a value must be: equal, of the form, or, with null, absent. */
export type Wanted = string | number | boolean | RegExp | readonly string[] | null | Readonly<{ some: unknown }>;
type WantedByName = Readonly<Record<string, Wanted>>;

/** A request that a target must have got during the call. */
export interface AskedOfTarget {
  readonly path?: Wanted;
  readonly query?: WantedByName;
  readonly headers?: WantedByName;
  readonly cookies?: WantedByName;
  readonly form?: WantedByName;
}

/** A violation that the response must name. */
export interface Refusal {
  readonly field: string;
  readonly rule: RuleName;
}

/** What must be seen of a call. Everything that is stated must hold. */
export interface Seen {
  /** Default: 422 where `refused` is stated, else 200. */
  readonly status?: number;
  /** The code of the error. */
  readonly error?: string;
  readonly refused?: readonly Refusal[];
  readonly asked?: AskedOfTarget;
  /** How often the target was asked. */
  readonly timesAsked?: number;
  /** The address that the scraper requests where no other origin replaces the target's own host. */
  readonly address?: RegExp;
  /** Values in the response, by their paths: `organicResults[].title` is one of all titles. */
  readonly answer?: WantedByName;
  /** Number of entries of a list of the response. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly headers?: WantedByName;
  readonly charged?: number;
  /** The exit that the request left by: the country in the user name of the residential pool, or `datacenter`. */
  readonly exit?: RegExp;
}

/** Serves a page of ours for an address of the target; undefined leaves it to the made site. */
export type Page = string | ((url: URL) => string | undefined);

/** One rule of a row of the specification, the call that shows it, and what must be seen. */
export interface Entry {
  /** The parameters or fields of the rows, as the specification writes them. */
  readonly rows: readonly string[];
  /** The rule in a few words. */
  readonly rule: string;
  /** Added to the list's valid call; null leaves one out. */
  readonly give?: Given;
  /** The response to this page instead of the made site's. */
  readonly page?: Page;
  /** Headers of the call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often the call is made; what is seen is of the last one. Default: 1. */
  readonly times?: number;
  readonly seen: Seen;
}

/** Entries of one table that start from the same valid call. */
export interface EntryList {
  /** The table in the index. */
  readonly table: string;
  readonly operation: OperationId;
  readonly valid: Given;
  /** The response to this page unless an entry has its own. */
  readonly page?: Page;
  readonly entries: readonly Entry[];
}

/** An entry that a value is accepted and arrives at the target. */
export const sent = (row: string, rule: string, give: Given, asked: AskedOfTarget): Entry => ({
  rows: [row],
  rule,
  give,
  seen: { asked },
});

/** An entry that a value is refused with this violation. */
export const refused = (row: string, rule: string, give: Given, field: string, name: RuleName): Entry => ({
  rows: [row],
  rule,
  give,
  seen: { refused: [{ field, rule: name }] },
});

/** A call of a path that is no operation. `{webJob}` and `{serpJob}` stand for jobs that have ended. */
export interface ServiceEntry extends Omit<Entry, 'give' | 'page'> {
  readonly table: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Headers instead of the account's key. */
  readonly isAnonymous?: boolean;
}
