import { ApiClient, type Answer } from '@quarry/testkit';

const PAUSE_MS = 100;
const PATIENCE_MS = 120_000;
/** No call of a patient client takes this long. */
const TRY_MS = 60_000;

/**
 * A caller that knows several gateways and retries while they die and come back: after broken connections, 429 and 503.
 * Everything else is a final response.
 */
export class PatientClient {
  #next = 0;
  /** Tries that were refused or cut off. */
  repeats = 0;

  constructor(
    private readonly gateways: readonly string[],
    readonly apiKey: string,
  ) {}

  /** One try at the next gateway; rejects when the connection breaks. */
  once(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const baseUrl = this.gateways[this.#next++ % this.gateways.length] ?? '';
    return this.at(baseUrl, method, path, body, headers);
  }

  /** One try at a certain gateway. */
  at(
    baseUrl: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const api = new ApiClient({ baseUrl, filesUrl: '', apiKey: this.apiKey });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`${method} ${path}: no answer in time`)), TRY_MS);
    return Promise.race([api.send(method, path, body, headers), late.promise]).finally(() => clearTimeout(timer));
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.once(method, path, body, headers).catch(() => undefined);
      if (answer !== undefined && answer.status !== 503 && answer.status !== 429) return answer;
      if (Date.now() > giveUpAt) throw new Error(`${method} ${path}: no answer, last ${answer?.status ?? 'cut off'}`);
      this.repeats += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
