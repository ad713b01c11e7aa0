import type { HTTPRequest, Page } from 'puppeteer-core';
import type { FetchRequest } from '../../port.js';
import { readNetError } from './navigation-error.js';

/** Answers that leave the page where it is. */
const NO_CONTENT = new Set([204, 205]);
/** A field may have the method's own name, and would stand before it. */
const SUBMIT_SCRIPT = `HTMLFormElement.prototype.submit.call(document.forms[0])`;

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writeForm = ({ url, body }: FetchRequest): string => {
  const fields = [...new URLSearchParams(body)].map(
    ([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  );
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><form method="post" accept-charset="utf-8" action="${escapeAttribute(url)}">${fields.join('')}</form>`;
};

/** Where the form stands: on the caller's referring page where that is of the target's origin. */
const formUrl = ({ url, headers = {} }: FetchRequest): string => {
  const { origin } = new URL(url);
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'referer')?.[1];
  const referer = named === undefined ? null : URL.parse(named);
  return referer?.origin === origin ? referer.href : `${origin}/`;
};

const isDocumentOf = (page: Page, one: HTTPRequest): boolean =>
  one.isNavigationRequest() && one.frame() === page.mainFrame();

/**
 * Puts a page of our own with the form in it where the target's would be, so that the browser submits it as one that a person
 * filled in. Nothing leaves the browser for it.
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

/** Ends when the form's navigation brings no document: rejects as a failed navigation does. */
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
      // A document that leads on before it is parsed fails too: what it leads to has been asked for by then.
      if (one === asked) reject(new Error(one.failure()?.errorText ?? 'net::ERR_FAILED'));
    });
  });

/** Submits the form that is shown and waits for its document as `goto` does. */
export const submitForm = async (page: Page): Promise<void> => {
  const shows = page.waitForNavigation({ waitUntil: 'domcontentloaded', timeout: 0 });
  const fails = failureOfForm(page);
  for (const one of [shows, fails]) one.catch(() => undefined);
  // The page may be gone before it can say that it has submitted.
  const submits = page.evaluate(SUBMIT_SCRIPT).catch((error: unknown) => {
    if (readNetError(error) !== undefined) throw error;
  });
  await submits;
  await Promise.race([shows, fails]);
};
