import type {
  CookieChange,
  ExitCount,
  KeptCookie,
  RestingExit,
  ScenarioStep,
  ScreenshotOptions,
  Tier,
  Verdict,
} from '@quarry/contracts';
import type { FetchedDocument, JudgedDocument } from '@quarry/verdict';

export type { Tier };
export type ProxyType = 'datacenter' | 'residential';
/** Kind of machine that a fetch presents itself as. */
export type Device = 'desktop' | 'mobile' | 'tablet';

/** Longest form that a fetch sends, in bytes as UTF-8. */
export const MAX_FORM_BYTES = 64 * 1024;

/** A document that was decoded and judged. */
export interface ReadDocument extends Pick<JudgedDocument, 'judgement' | 'mediaType' | 'text' | 'warnings'> {
  /** The bytes as received, or what the reader returns in their place. */
  readonly body: Uint8Array;
}

/** Decodes and judges a document, as `judgeDocument` does. Rejects with the signal's reason. */
export type DocumentReader = (document: FetchedDocument, signal: AbortSignal) => Promise<ReadDocument>;

/** What a session of the caller brings to a fetch. */
export interface FetchSession {
  /** Each is sent only where its target meant it to be. */
  readonly cookies: readonly KeptCookie[];
  /** `SessionEnd.exit.id` of an earlier fetch: while it is configured, it is the only exit of this one. */
  readonly exitId?: string | undefined;
}

/** What a session keeps of a fetch. */
export interface SessionEnd {
  readonly changes: readonly CookieChange[];
  readonly exit: { readonly id: string; readonly country?: string | undefined };
}

export interface FetchRequest {
  readonly url: string;
  readonly tier: Tier;
  /** `page`: any page. `record`: a page of an engine or site, for which 403, 404 and logins have a meaning of their own. */
  readonly purpose: 'page' | 'record';
  /**
   * Default: `GET`. `POST` submits a form, as a navigation does; it is sent again only if it did not reach the target, or by
   * another exit if the site refused it.
   */
  readonly method?: 'GET' | 'POST' | undefined;
  /** The form's fields as `application/x-www-form-urlencoded`; only with POST, at most `MAX_FORM_BYTES`. */
  readonly body?: string | undefined;
  /** Default: `desktop`. The caller's headers override the device's. */
  readonly device?: Device | undefined;
  /** Caller's headers; Cookie and Authorization are dropped on a cross-origin redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Omitted: the deployment's default exit. */
  readonly proxyType?: ProxyType | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly proxyCountry?: string | undefined;
  /** A picture of the page: true for all of it as a jpeg (browser tier only). */
  readonly screenshot?: boolean | ScreenshotOptions | undefined;
  /** The page as printed, a PDF document (browser tier only). */
  readonly pdf?: boolean | undefined;
  /** A small picture of the top of the page (browser tier only). Nothing is loaded for it, and nothing fails without it. */
  readonly preview?: boolean | undefined;
  readonly blockResources?: boolean | undefined;
  readonly blockAds?: boolean | undefined;
  /** Glob patterns of sub-requests that are not loaded (browser tier only). */
  readonly blockUrls?: readonly string[] | undefined;
  /** Done once the page has loaded, in this order (browser tier only): wait for a selector, run steps, pause. */
  readonly waitFor?: string | undefined;
  readonly jsScenario?: readonly ScenarioStep[] | undefined;
  readonly waitMs?: number | undefined;
  readonly session?: FetchSession | undefined;
  /** Fetches of one session use the same exit while it is healthy. */
  readonly sessionId?: string | undefined;
  /** Sessions whose exits were left: a new session takes another exit if one is available. */
  readonly leftSessions?: readonly string[] | undefined;
  /** `obey`: robots.txt is obeyed whatever the fetcher's policy is. */
  readonly robots?: 'obey' | undefined;
  /** Least time since the last request to the site, if longer than the fetcher's own. */
  readonly gapMs?: number | undefined;
  /** The account, which shares the browser's places with others. */
  readonly sharer?: string | undefined;
  /** Absolute, epoch milliseconds; the fetch's own time limits end before it. */
  readonly deadlineAtMs: number;
  /** Reads documents elsewhere, such as in a thread. Default: they are read here. */
  readonly readDocument?: DocumentReader | undefined;
}

/** What the scripts of a scenario returned. */
export interface ScenarioOutcome {
  /** One value for each `evaluate` step, in order, as JSON has it; null for undefined. */
  readonly results: readonly unknown[];
  /** Codes of why a result is null although the script returned something. */
  readonly warnings: readonly string[];
}

export interface FetchedPage {
  /** Final URL after redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names, repeated values joined as fetch does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as the target sent them (http tier) or the rendered document's html as UTF-8 (browser tier), unless `readDocument` returned others. */
  readonly body: Uint8Array;
  /** The decoded text; absent for binary documents, and if the request's reader does not return it. */
  readonly text?: string | undefined;
  /** Essence of the content type, such as `text/html`; sniffed if the target gives none. */
  readonly mediaType: string;
  readonly screenshot?: Uint8Array | undefined;
  /** A webp, `PREVIEW_WIDTH_PX` wide. */
  readonly preview?: Uint8Array | undefined;
  /** At most `MAX_PDF_BYTES`. */
  readonly pdf?: Uint8Array | undefined;
  /** Present if the scenario has an `evaluate` step. */
  readonly scenario?: ScenarioOutcome | undefined;
}

export interface FetchOutcome {
  readonly verdict: Verdict;
  /** Kind and system of a block, or the low-level cause: `cloudflare_challenge`, `ECONNREFUSED`. Never an inner address. */
  readonly reason?: string | undefined;
  /** For the caller, if the verdict's own text says too little: which step failed and why. */
  readonly message?: string | undefined;
  /** For the caller of a page that was fetched nevertheless. */
  readonly warnings?: readonly string[] | undefined;
  /** With `rate_limited`: how long the target asked to wait. */
  readonly retryAfterSeconds?: number | undefined;
  readonly tier: Tier;
  readonly proxyType: ProxyType;
  readonly attempts: number;
  /** Present whenever the target responded, also with a blocked page. */
  readonly page?: FetchedPage | undefined;
  /** Present with `page`, if the request has a session. */
  readonly session?: SessionEnd | undefined;
}

/** The only way to a target. What a target or the network does is a verdict, never a rejection. */
/**
 * For operators: what the exits of this process did and which of them rest. An exit is named by its pool and its place among the
 * templates there, such as `residential:0`, or `direct`; never by an address.
 */
export interface ExitReport {
  readonly exits: readonly string[];
  /** What happened since the last call. */
  takeCounts(): readonly ExitCount[];
  resting(): readonly RestingExit[];
}

export interface Fetcher {
  /** Undefined where a fetcher has no exits of its own. */
  readonly exits?: ExitReport;
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}
