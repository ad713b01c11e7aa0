import type { SignedLink, SignParams } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import type { CallOptions, Transport } from '../http/transport.js';

export interface DownloadOptions extends CallOptions {
  /** Part of the file: its first and last byte, counted from 0. */
  readonly range?: { readonly start: number; readonly end?: number } | undefined;
}

const rangeHeader = ({ start, end }: { readonly start: number; readonly end?: number }): string => {
  const isValid =
    Number.isInteger(start) && start >= 0 && (end === undefined || (Number.isInteger(end) && end >= start));
  if (!isValid) throw new RangeError('range must be integers: start from 0, and end not before it.');
  return `bytes=${start}-${end ?? ''}`;
};

/** `client.files`: stored pages, responses, screenshots and previews. */
export class Files {
  readonly #transport: Transport;
  readonly #filesUrl: string;

  constructor(transport: Transport, filesUrl: string) {
    this.#transport = transport;
    this.#filesUrl = filesUrl;
  }

  /**
   * Opens a link of a response, such as `screenshot` or `requestMetadata.html`. The result is a `Response` of the web: its `body`
   * is a stream, `timeoutMs` ends with its headers, and `signal` aborts the body too.
   */
  async download(url: string, { range, ...options }: DownloadOptions = {}): Promise<Response> {
    const headers = { accept: '*/*', ...(range === undefined ? {} : { range: rangeHeader(range) }) };
    return this.#transport.open({ method: 'GET', path: this.#checked(url), headers }, options);
  }

  /** A link to a stored file that opens without a key until it expires: an hour by default, 7 days at most. Free of charge. */
  sign(params: SignParams, options?: CallOptions): ApiPromise<SignedLink> {
    return this.#transport.data({ method: 'POST', path: '/files/sign', body: params }, options);
  }

  /** The stored response at a link that the service itself has just given. */
  readAnswer(url: string, options?: CallOptions): ApiPromise<unknown> {
    return this.#transport.json({ method: 'GET', path: new URL(url).href }, options);
  }

  /** The key is sent to the service alone. */
  #checked(url: string): string {
    const [asked, files] = [URL.canParse(url) ? new URL(url) : undefined, new URL(this.#filesUrl)];
    const folder = `${files.pathname.replace(/\/$/, '')}/`;
    if (asked?.origin === files.origin && asked.pathname.startsWith(folder)) return asked.href;
    throw new TypeError(
      `url must be a link to a stored file, below ${this.#filesUrl}. If the service stores its files elsewhere, set filesUrl.`,
    );
  }
}
