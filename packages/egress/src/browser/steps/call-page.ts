import type { CDPSession, Page } from 'puppeteer-core';
import { LATE, within } from '../within.js';
import { describeSyntax, describeThrow, type ScriptError } from './describe-throw.js';

/** Name of the world the steps' own scripts run in. */
const WORLD = 'steps';

/** How a script in the page ended. `gone`: the page left the document meanwhile. */
export type PageCall =
  | { readonly how: 'returned'; readonly value: unknown }
  | { readonly how: 'threw'; readonly text: string }
  | { readonly how: 'gone' }
  | { readonly how: 'late' };

/** Nothing is left in the page that could settle what is awaited. */
const COLLECTED = /promise was collected/i;

const withSession = async (
  page: Page,
  limitMs: number,
  work: (session: CDPSession) => Promise<PageCall>,
): Promise<PageCall> => {
  const run = async (): Promise<PageCall> => {
    const session = await page.createCDPSession();
    try {
      return await work(session);
    } finally {
      void session.detach().catch(() => undefined);
    }
  };
  const failed = (error: unknown): PageCall => {
    if (COLLECTED.test(String(error))) return { how: 'threw', text: 'waits for a promise that nothing can settle' };
    return { how: 'gone' };
  };
  const end = await within(run().catch(failed), limitMs);
  return end === LATE ? { how: 'late' } : end;
};

/** Calls one of our own functions, given as text, in a world apart from the page's scripts. Never rejects. */
export const callApart = (
  page: Page,
  source: string,
  values: readonly (string | number)[],
  limitMs: number,
): Promise<PageCall> =>
  withSession(page, limitMs, async (session) => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: WORLD };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: source,
      executionContextId,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) return { how: 'threw', text: 'the page did not take it' };
    return { how: 'returned', value: result.value as unknown };
  });

/** Time the end of a script has to be told after it was ended. */
const TELL_MS = 1_000;

/** Statements may await; a promise that is the script's value is awaited, too. */
const evaluateWhole = async (
  session: CDPSession,
  expression: string,
  timeout: number,
): Promise<{ readonly exceptionDetails?: ScriptError }> => {
  const asConsole = { replMode: true, awaitPromise: true, userGesture: true };
  const evaluated = await session.send('Runtime.evaluate', { expression, timeout, ...asConsole });
  const { subtype, objectId } = evaluated.result;
  if (evaluated.exceptionDetails || subtype !== 'promise' || objectId === undefined) return evaluated;
  return session.send('Runtime.awaitPromise', { promiseObjectId: objectId });
};

/** Runs a script of the caller's among the page's own. Ends it after `limitMs`. Never rejects. */
export const evaluateInPage = async (page: Page, script: string, limitMs: number): Promise<PageCall> => {
  const startedAtMs = performance.now();
  const call = await withSession(page, limitMs + TELL_MS, async (session) => {
    const end = await within(evaluateWhole(session, script, limitMs), limitMs + TELL_MS / 2);
    if (end === LATE) return { how: 'late' };
    const { exceptionDetails } = end;
    if (!exceptionDetails) return { how: 'returned', value: undefined };
    const isSyntax = exceptionDetails.exception?.className === 'SyntaxError';
    const mistake = isSyntax ? await describeSyntax(session, script) : undefined;
    return { how: 'threw', text: mistake ?? describeThrow(script, exceptionDetails) };
  });
  // The browser does not say that it ended a script.
  return call.how === 'gone' && performance.now() - startedAtMs >= limitMs ? { how: 'late' } : call;
};
