import type { FoundPage, FoundPages } from './find-pages.js';
import { createSample, isWithin, lowerCeiling, type Page, type PageIndex } from './page-index.js';

interface ChangedPage {
  readonly before: Page;
  readonly after: Page;
}

/** How the pages of a run differ from those of the run before it, in the order of their addresses. */
export interface PageDifference {
  readonly compared: number;
  readonly unknown: number;
  readonly added: readonly Page[];
  readonly removed: readonly Page[];
  readonly changed: readonly ChangedPage[];
  /** What the next run is compared with. */
  readonly next: PageIndex;
}

const byUrl = <Value>(values: readonly Value[], urlOf: (value: Value) => string): readonly Value[] =>
  values.toSorted((a, b) => (urlOf(a) < urlOf(b) ? -1 : 1));

const isKnown = (page: Page | undefined): page is Page => page !== undefined && page.digest !== '';

const toPage = ({ url, digest, itemId, answerName }: FoundPage): Page => ({ url, digest, itemId, answerName });

/**
 * `isWhole`: the run reached every page that it could. Only then is a page that it has not met gone, and only if no page failed that
 * could be read before: its links would have led there. What a run does not know of a page stays as the run before knew it.
 */
export const comparePages = (before: PageIndex, after: FoundPages, isWhole: boolean): PageDifference => {
  const ceiling = lowerCeiling(before.ceiling, after.ceiling);
  const inSample = <Value>(pages: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
    [...pages].filter(([key]) => isWithin(key, ceiling));
  const [added, removed, changed]: [Page[], Page[], ChangedPage[]] = [[], [], []];
  const next = createSample<Page>();
  let [compared, unknown, hasLost] = [0, 0, false];
  for (const [key, found] of inSample(after.pages)) {
    const was = before.pages.get(key);
    if (found.state === 'gone') {
      if (isKnown(was)) removed.push(was);
    } else if (found.state === 'content') {
      const is = toPage(found);
      next.set(key, is);
      if (was === undefined) added.push(is);
      if (isKnown(was)) compared += 1;
      if (isKnown(was) && was.digest !== is.digest) changed.push({ before: was, after: is });
    } else {
      unknown += 1;
      hasLost ||= found.state === 'unknown' && isKnown(was);
      next.set(key, was ?? toPage(found));
    }
  }
  for (const [key, was] of inSample(before.pages)) {
    if (after.pages.has(key)) continue;
    if (isWhole && !hasLost) {
      if (isKnown(was)) removed.push(was);
    } else {
      unknown += 1;
      next.set(key, was);
    }
  }
  const { values: pages, ceiling: cut } = next.end();
  return {
    ...{ compared, unknown },
    added: byUrl(added, ({ url }) => url),
    removed: byUrl(removed, ({ url }) => url),
    changed: byUrl(changed, ({ after }) => after.url),
    next: { pages, ceiling: lowerCeiling(ceiling, cut) },
  };
};
