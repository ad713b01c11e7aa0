import { ApiClient, type Answer, type Replica } from '@quarry/testkit';

const LOOK_MS = 200;

/** Sends each request to the next ready gateway, as a load balancer does. */
export class Balancer {
  #next = 0;
  #ready: readonly Replica[] = [];
  #replicas: readonly Replica[] = [];
  readonly #timer = setInterval(() => void this.#look(), LOOK_MS);

  constructor(private readonly apiKey: string) {}

  async use(replicas: readonly Replica[]): Promise<void> {
    this.#replicas = replicas;
    await this.#look();
  }

  async #look(): Promise<void> {
    const asked = this.#replicas;
    const answers = await Promise.all(asked.map((replica) => replica.isReady()));
    this.#ready = asked.filter((_, index) => answers[index]);
  }

  async send(body: Record<string, unknown>): Promise<Answer & { readonly from: Replica }> {
    const replica = this.#ready[this.#next++ % this.#ready.length];
    if (replica === undefined) throw new Error('no gateway is ready');
    const api = new ApiClient({ baseUrl: replica.baseUrl, filesUrl: '', apiKey: this.apiKey });
    return { ...(await api.scrape(body)), from: replica };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
