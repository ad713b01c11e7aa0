import type { ScenarioStep, Tier, Verdict } from '@quarry/contracts';
import type { FetchedDocument, JudgedDocument } from '@quarry/verdict';

export type { Tier };
export type ProxyType = 'datacenter' | 'residential';
/** Kind of machine that a fetch presents itself as. */
export type Device = 'desktop' | 'mobile' | 'tablet';

/** Longest form that a fetch sends, in bytes as UTF-8. */
export const MAX_FORM_BYTES = 64 * 1024;

/** A document that was decoded and judged. */
export interface ReadDocument extends Pick<JudgedDocument, 'judgement' | 'mediaType' | 'text'> {
  /** The bytes as they came, or what stands for them from here on. */
  readonly body: Uint8Array;
}

/** Decodes and judges a document, as `judgeDocument` does. Rejects with the signal's reason. */
export type DocumentReader = (document: FetchedDocument, signal: AbortSignal) => Promise<ReadDocument>;

export interface FetchRequest {
  readonly url: string;
  readonly tier: Tier;
  /** `page`: any page a caller asks for. `record`: an engine's or site's page, where 403/404/login mean more. */
  readonly purpose: 'page' | 'record';
  /**
   * Default: `GET`. `POST` submits a form, as a navigation does; it is sent again only where it reached nobody, or by another
   * exit where the site refused it.
   */
  readonly method?: 'GET' | 'POST';
  /** The form's fields as `application/x-www-form-urlencoded`; with POST alone, `MAX_FORM_BYTES` at most. */
  readonly body?: string;
  /** Default: `desktop`. Headers of the caller's stand before the device's. */
  readonly device?: Device;
  /** Caller's headers; Cookie and Authorization are dropped on a cross-origin redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Omitted: the deployment's default exit. */
  readonly proxyType?: ProxyType;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly proxyCountry?: string;
  /** Full-page jpeg (browser tier only). */
  readonly screenshot?: boolean;
  /** A small picture of the page's top as it stands (browser tier only): nothing is loaded for it, nothing fails without it. */
  readonly preview?: boolean;
  readonly blockResources?: boolean;
  readonly blockAds?: boolean;
  /** Glob patterns of sub-requests that are not loaded (browser tier only). */
  readonly blockUrls?: readonly string[];
  /** What is done with the page once it has loaded, in this order (browser tier only): wait for a selector, steps, a pause. */
  readonly waitFor?: string;
  readonly jsScenario?: readonly ScenarioStep[];
  readonly waitMs?: number;
  /** Fetches of one session leave by the same exit while it is well. */
  readonly sessionId?: string;
  /** Sessions whose exits were left: a session that begins takes another one than theirs, where there is one. */
  readonly leftSessions?: readonly string[];
  /** Who shares the browser's places with others: an account. */
  readonly sharer?: string;
  /** Absolute, epoch milliseconds; the fetch's own time limits end before it. */
  readonly deadlineAtMs: number;
  /** For who reads documents away from the event loop, or makes more of them at once. Default: they are read here. */
  readonly readDocument?: DocumentReader;
}

export interface FetchedPage {
  /** Final URL after redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names, repeated values joined as fetch does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as the target sent them (http tier) or the rendered document's html as UTF-8 (browser tier); else the reader's. */
  readonly body: Uint8Array;
  /** The decoded text where the document is a text; absent for binary documents, and where the request's reader keeps it. */
  readonly text?: string;
  /** Essence of the content type, such as `text/html`; sniffed where the target gives none. */
  readonly mediaType: string;
  readonly screenshot?: Uint8Array;
  /** A webp, `PREVIEW_WIDTH_PX` wide. */
  readonly preview?: Uint8Array;
}

export interface FetchOutcome {
  readonly verdict: Verdict;
  /** Kind and system of a block, or the low-level cause: `cloudflare_challenge`, `ECONNREFUSED`. Never an inner address. */
  readonly reason?: string;
  /** For the caller, where the verdict's own text says too little: which step failed and why. */
  readonly message?: string;
  /** For the caller of a page that was fetched all the same. */
  readonly warnings?: readonly string[];
  readonly tier: Tier;
  readonly proxyType: ProxyType;
  readonly attempts: number;
  /** Present whenever the target answered, blocked pages included. */
  readonly page?: FetchedPage;
}

/** The only way to a target. Never rejects for what a target or the network does: that is a verdict. */
export interface Fetcher {
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}
