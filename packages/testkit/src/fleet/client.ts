import type { DemoAccess } from './start-fleet.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // safe because tests assert on what they read
  readonly body: Record<string, unknown> & {
    requestMetadata?: { id: string; status: string; json?: string; html?: string };
  };
}

/** A small client of the API. */
export class ApiClient {
  constructor(readonly access: DemoAccess) {}

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : this.access.baseUrl + path, {
      method,
      headers: {
        'x-api-key': this.access.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Answer['body'],
    };
  }

  scrape(body: Record<string, unknown>): Promise<Answer> {
    return this.send('POST', '/scrape/web', body);
  }

  async usage(): Promise<{
    totalCredits: number;
    availableCredits: number;
    heldCredits: number;
    availableConcurrency: number;
    freeCreditsUsed: number;
    freeCreditsBudget: number;
    storedBytes: number;
    storedBytesLimit: number;
  }> {
    const answer = await this.send('GET', '/user/me/usage');
    return answer.body['data'] as Awaited<ReturnType<ApiClient['usage']>>;
  }
}

/** Runs `count` tasks in order, `width` at a time. */
export const inParallel = async <T>(count: number, width: number, run: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await run(index);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
};
