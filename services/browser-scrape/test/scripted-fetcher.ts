import type { FetchedPage, Fetcher, FetchOutcome, FetchRequest, Tier } from '@quarry/egress';

export const htmlPage = (text: string, given: Partial<FetchedPage> = {}): FetchedPage => ({
  url: 'http://site.test/page',
  statusCode: 200,
  statusText: 'OK',
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(text),
  text,
  mediaType: 'text/html',
  ...given,
});

export type TierOutcome = Omit<FetchOutcome, 'tier' | 'proxyType' | 'attempts'>;

export interface ScriptedFetcher extends Fetcher {
  /** What was asked of it, in order. */
  readonly requests: readonly FetchRequest[];
}

/** A document that is no text. */
export const binaryPage = (mediaType: string): FetchedPage => {
  const { url, statusCode, statusText, headers, body } = htmlPage('bytes');
  return { url, statusCode, statusText, headers, body, mediaType };
};

/** Answers each tier as told; a tier without an answer must not be asked. */
export const scriptedFetcher = (answers: Partial<Record<Tier, TierOutcome>>): ScriptedFetcher => {
  const requests: FetchRequest[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request);
      const answer = answers[request.tier];
      if (!answer) throw new Error(`tier ${request.tier} was not expected`);
      return { ...answer, tier: request.tier, proxyType: request.proxyType ?? 'datacenter', attempts: 1 };
    },
    close: async () => undefined,
  };
};
