/** A request to an engine. */
export interface EngineAsk {
  readonly url: URL;
  readonly method: string;
  /** Fields of the form that was posted. */
  readonly form: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: string;
}

/** Pages of one kind of search, in the grammar of its engine. */
export interface EnginePages {
  readonly results: (ask: EngineAsk) => string;
  /** The page that says that nothing was found. */
  readonly none: (ask: EngineAsk) => string;
  /** A CAPTCHA instead of results. */
  readonly question: (ask: EngineAsk) => string;
  /** The page that shows results only with scripts, where the engine has one. */
  readonly shell?: (ask: EngineAsk) => string;
}

/** A number from an address or a form, within the bounds of a page. */
export const numberIn = (params: URLSearchParams, name: string, fallback: number): number => {
  const parsed = Number(params.get(name) ?? fallback);
  return Number.isInteger(parsed) && parsed >= 0 ? Math.min(parsed, 1_000) : fallback;
};
