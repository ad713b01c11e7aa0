export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  // safe because tests assert on what they read
  readonly body: Record<string, unknown>;
}

/** Somebody who uses the console's API from its own pages: keeps the cookie, and sends what the app sends. */
export class ConsoleClient {
  #cookies = new Map<string, string>();

  /** `origin`: of the console's own pages, where it is not what it listens on. */
  constructor(
    readonly url: string,
    readonly origin = url,
  ) {}

  /** The cookies as the browser would send them; undefined without any. */
  get cookie(): string | undefined {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? pairs.join('; ') : undefined;
  }

  /** A client with the same cookies, as a thief has it. */
  copy(): ConsoleClient {
    const other = new ConsoleClient(this.url, this.origin);
    other.#cookies = new Map(this.#cookies);
    return other;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...{ accept: 'application/json', origin: this.origin, 'x-quarry-console': '1' },
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#keep(response);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : { text }) as ConsoleAnswer['body'],
    };
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<ConsoleAnswer> {
    return this.send('POST', path, body);
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
