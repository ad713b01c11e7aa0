import { verdictRule, type Verdict } from '@quarry/contracts';
import { OTHER_SITES, type SiteCounts } from '@quarry/store';

/** Sites, each by exit, that are counted of one operation between two writes; the rest is counted together. */
export const MAX_SITES_COUNTED = 300;

export type EndKind = 'read' | 'unrecognized' | 'blocked' | 'failed';

/** Ends that say nothing of a site. */
const NOT_OF_SITE: ReadonlySet<Verdict> = new Set([
  ...(['cancelled', 'internal_error', 'forbidden', 'free_budget_exhausted', 'storage_exhausted'] as const),
]);

const READ: ReadonlySet<Verdict> = new Set(['target_status', 'not_found']);

export const endKindOf = (verdict: Verdict): EndKind | undefined => {
  if (NOT_OF_SITE.has(verdict)) return undefined;
  if (verdict === 'unrecognized') return 'unrecognized';
  const { error } = verdictRule(verdict);
  if (error === undefined || READ.has(verdict)) return 'read';
  return error === 'target_blocked' ? 'blocked' : 'failed';
};

type Ends = Record<EndKind, number>;

/** How the requests of one operation ended, by site and exit, since they were last taken. */
export class SiteCounter {
  readonly #sites = new Map<string, Map<string, Ends>>();

  add(host: string, exit: string, kind: EndKind): void {
    let exits = this.#sites.get(host);
    if (exits === undefined) {
      if (this.#sites.size >= MAX_SITES_COUNTED && host !== OTHER_SITES) return this.add(OTHER_SITES, exit, kind);
      this.#sites.set(host, (exits = new Map<string, Ends>()));
    }
    let ends = exits.get(exit);
    if (ends === undefined) exits.set(exit, (ends = { read: 0, unrecognized: 0, blocked: 0, failed: 0 }));
    ends[kind] += 1;
  }

  take(day: string, operation: string): SiteCounts[] {
    const taken = [...this.#sites].flatMap(([host, exits]) =>
      [...exits].map(([exit, ends]) => ({ day, operation, host, exit, ...ends })),
    );
    this.#sites.clear();
    return taken;
  }
}
