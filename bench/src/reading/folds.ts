import { createHash } from 'node:crypto';

/** Parts into which pages are divided: one is held out while the others are tuned on. */
const FOLDS = 5;

/** Headers of their columns. */
export const FOLD_NAMES: readonly string[] = Array.from({ length: FOLDS }, (_, index) => `fold ${index + 1}`);

/** Hosts of pages whose own address is not known. */
const UNKNOWN_HOSTS: ReadonlySet<string> = new Set(['', 'example.org', 'fakehost']);

const siteOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';

/** The fold of a page, 0 to 4: the pages of a site share one. Pages without an address of their own go by their name. */
export const foldOf = (name: string, url: string): number => {
  const site = siteOf(url);
  const key = UNKNOWN_HOSTS.has(site) ? name : site;
  return createHash('sha256').update(key).digest().readUInt32BE(0) % FOLDS;
};

/** A figure over all pages, and over those of each fold. */
export const byFold = <T>(
  cases: readonly T[],
  fold: (one: T) => number,
  score: (some: readonly T[]) => number,
): { readonly all: number; readonly folds: readonly number[] } => ({
  all: score(cases),
  folds: Array.from({ length: FOLDS }, (_, index) => score(cases.filter((one) => fold(one) === index))),
});
