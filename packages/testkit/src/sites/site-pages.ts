/** What a made site answers. */
export interface SiteReply {
  readonly status?: number;
  /** Default: html. */
  readonly type?: string;
  readonly body: string;
  readonly delayMs?: number;
}

/** Answers one address of a site; undefined for what it does not have. */
export type SitePages = (url: URL, body: string) => SiteReply | undefined;
