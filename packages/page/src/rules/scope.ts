import type { HeadData } from '../data/head-data.js';
import type { PageTable } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import type { FieldMeaning } from './concepts/find-concept.js';
import type { DomFacts } from './facts/dom-facts.js';
import type { Entity, Statements } from './facts/entities.js';
import type { HintKeys } from './facts/hint-keys.js';
import type { PageContext } from './values/coerce.js';

/** Where the values of rules are looked for: a page, or one part of it. */
export interface Scope {
  readonly source: PageSource;
  readonly page: PageContext;
  readonly statements: Statements;
  /** What data says of the thing in question, the best first. */
  readonly entities: readonly Entity[];
  /** Types of the thing in question; empty where unknown. */
  readonly type: string;
  readonly meta: ReadonlyMap<string, string>;
  readonly head: HeadData | undefined;
  readonly dom: DomFacts;
  readonly isPage: boolean;
  /** Values of the scripts' state for the thing in question, by the words of their keys. */
  readonly states: readonly ReadonlyMap<string, readonly unknown[]>[];
  readonly stateLists: readonly (readonly Entity[])[];
  readonly hintKeys: HintKeys;
  /** Of a table's row: the cell for each field, and nothing else. */
  readonly cells?: ReadonlyMap<string, string>;
  /** The meaning of rules by parent, name and description, each read once. */
  readonly meanings: Map<string, FieldMeaning>;
  /** Inner scopes and tables read so far, for rules that ask for several lists. */
  readonly known: {
    readonly inner: Map<object, Scope>;
    tables?: readonly PageTable[];
    credits?: { readonly byline?: string | undefined; readonly published?: string | undefined };
  };
}
