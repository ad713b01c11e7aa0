import { expect, it } from '@jest/globals';
import { judge } from './judge.js';

const PROSE = 'A long and quite ordinary paragraph about nothing in particular, kept here for its length. '.repeat(60);
const PAGE = `<html><head><title>Paper</title><script src="a.js" /></head><body><p>${PROSE}</p></body></html>`;

it.each([
  ['application/xhtml+xml', 'ok'],
  ['text/html', 'script_wall'],
])('reads a page of type %s in its own syntax', (mediaType, verdict) => {
  const url = 'https://a.example/paper';
  const found = judge({
    purpose: 'page',
    requestedUrl: url,
    url,
    statusCode: 200,
    headers: {},
    text: PAGE,
    mediaType,
    tier: 'http',
    bodyBytes: PAGE.length,
    isRedirected: false,
  });
  expect(found.verdict).toBe(verdict);
});
