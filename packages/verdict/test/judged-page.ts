import type { Evidence } from '../src/evidence/evidence.js';
import { judge } from '../src/judge.js';

export const PROSE =
  'A long and quite ordinary paragraph about nothing in particular, kept here for its length. '.repeat(60);

/** An ordinary page, or what is given instead. */
export const evidence = (over: Partial<Evidence> = {}): Evidence => {
  const url = over.url ?? 'https://shop.example/item/1';
  return {
    purpose: 'page',
    requestedUrl: url,
    url,
    statusCode: 200,
    headers: {},
    text: `<title>Item</title><h1>Item</h1><p>${PROSE}`,
    mediaType: 'text/html',
    tier: 'http',
    bodyBytes: over.text?.length ?? 5_000,
    isRedirected: false,
    ...over,
  };
};

/** The verdict on a page with this html. */
export const page = (html: string, over: Partial<Evidence> = {}): ReturnType<typeof judge> =>
  judge(evidence({ text: html, ...over }));
