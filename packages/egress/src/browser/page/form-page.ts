import type { HTTPRequest, Page } from 'puppeteer-core';
import type { FetchRequest } from '../../port.js';
import { readNetError } from './navigation-error.js';

/** Responses after which the page stays where it is. */
const NO_CONTENT = new Set([204, 205]);
/** By the prototype, because a field named `submit` would hide the form's method. */
const SUBMIT_SCRIPT = `HTMLFormElement.prototype.submit.call(document.forms[0])`;

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writeForm = ({ url, body }: FetchRequest): string => {
  const fields = [...new URLSearchParams(body)].map(
    ([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  );
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><form method="post" accept-charset="utf-8" action="${escapeAttribute(url)}">${fields.join('')}</form>`;
};

/** URL of the page with the form: the caller's referrer if it is of the target's origin, else the origin's root. */
const formUrl = ({ url, headers = {} }: FetchRequest): string => {
  const { origin } = new URL(url);
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'referer')?.[1];
  const referer = named === undefined ? null : URL.parse(named);
  return referer?.origin === origin ? referer.href : `${origin}/`;
};

const isDocumentOf = (page: Page, one: HTTPRequest): boolean =>
  one.isNavigationRequest() && one.frame() === page.mainFrame();

/**
 * Shows a page of our own with the form under a URL of the target, so that the browser submits it like one that a person filled
 * in. No request leaves the browser for this page.
 */
export const showForm = async (page: Page, request: FetchRequest): Promise<void> => {
  const body = writeForm(request);
  const answer = (one: HTTPRequest) => {
    const answered = isDocumentOf(page, one)
      ? one.respond({ status: 200, contentType: 'text/html; charset=utf-8', body })
      : one.abort('blockedbyclient');
    answered.catch(() => undefined);
  };
  page.on('request', answer);
  await page.setRequestInterception(true);
  await page.goto(formUrl(request), { waitUntil: 'load', timeout: 0 });
  page.off('request', answer);
};

/** Rejects, as a failed navigation does, when the form's navigation yields no document. */
const failureOfForm = (page: Page): Promise<never> =>
  new Promise((_resolve, reject) => {
    let asked: HTTPRequest | undefined;
    page.on('request', (one) => {
      if (isDocumentOf(page, one)) asked = one;
    });
    page.on('response', (response) => {
      if (response.request() === asked && NO_CONTENT.has(response.status())) reject(new Error('net::ERR_ABORTED'));
    });
    page.on('requestfailed', (one) => {
      // A document that navigates on before it is parsed fails too; by then `asked` is the next request.
      if (one === asked) reject(new Error(one.failure()?.errorText ?? 'net::ERR_FAILED'));
    });
  });

/** Submits the shown form and waits for its document as `goto` does. */
export const submitForm = async (page: Page): Promise<void> => {
  const shows = page.waitForNavigation({ waitUntil: 'domcontentloaded', timeout: 0 });
  const fails = failureOfForm(page);
  for (const one of [shows, fails]) one.catch(() => undefined);
  // The page may be gone before the call returns.
  const submits = page.evaluate(SUBMIT_SCRIPT).catch((error: unknown) => {
    if (readNetError(error) !== undefined) throw error;
  });
  await submits;
  await Promise.race([shows, fails]);
};
