/** A response of a made site. */
export interface SiteReply {
  readonly status?: number;
  /** Default: html. */
  readonly type?: string;
  readonly body: string;
  readonly delayMs?: number;
}

/** The response to one address of a site; undefined for unknown addresses. */
export type SitePages = (url: URL, body: string) => SiteReply | undefined;
