/** Page sizes, larger first; each divides the one before. */
const LIMITS = [1_000, 100] as const;

export interface PagePlan {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Rows of the page that were read before. */
  readonly skip: number;
}

/**
 * The page to read next when `read` of `visible` rows were read. Full pages come first; an incomplete page is read only with
 * `wantsRest`, so that the rows of a running job are not read repeatedly. Null: nothing to read.
 */
export const planPage = (read: number, visible: number, wantsRest: boolean): PagePlan | null => {
  if (visible <= read) return null;
  for (const limit of LIMITS) {
    if (read % limit === 0 && (wantsRest || visible - read >= limit)) return { page: read / limit + 1, limit, skip: 0 };
  }
  const [, limit] = LIMITS;
  const page = Math.floor(read / limit) + 1;
  return wantsRest || visible >= page * limit ? { page, limit, skip: read % limit } : null;
};
