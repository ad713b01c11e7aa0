import type { CDPSession, Page } from 'puppeteer-core';
import { LATE, within } from '../../wait.js';
import { describeSyntax, describeThrow, type ScriptError } from './describe-throw.js';
import { READ_VALUE_MS, readValue, type RemoteValue, type ScriptValue } from './read-value.js';

/** Name of the isolated world in which our scripts for steps run. */
const WORLD = 'steps';

/** How a script in the page ended. `gone`: the page left the document. */
export type PageCall<T = unknown> =
  | { readonly how: 'returned'; readonly value: T }
  | { readonly how: 'threw'; readonly text: string }
  | { readonly how: 'gone' }
  | { readonly how: 'late' };

/** Nothing in the page can settle the awaited promise. */
const COLLECTED = /promise was collected/i;

const withSession = async <T>(
  page: Page,
  limitMs: number,
  work: (session: CDPSession) => Promise<PageCall<T>>,
): Promise<PageCall<T>> => {
  const run = async (): Promise<PageCall<T>> => {
    const session = await page.createCDPSession();
    try {
      return await work(session);
    } finally {
      void session.detach().catch(() => undefined);
    }
  };
  const failed = (error: unknown): PageCall<T> => {
    if (COLLECTED.test(String(error))) return { how: 'threw', text: 'waits for a promise that nothing can settle' };
    return { how: 'gone' };
  };
  const end = await within(run().catch(failed), limitMs);
  return end === LATE ? { how: 'late' } : end;
};

/** Calls one of our functions, given as text, in a world isolated from the page's scripts. Never rejects. */
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

/** Time for the browser to report the end of a script that it ended. */
const TELL_MS = 1_000;

/** Statements may await; a promise that is the script's value is awaited as well. */
const evaluateWhole = async (
  session: CDPSession,
  expression: string,
  timeout: number,
): Promise<{ readonly exceptionDetails?: ScriptError; readonly result: RemoteValue }> => {
  const asConsole = { replMode: true, awaitPromise: true, userGesture: true };
  const evaluated = await session.send('Runtime.evaluate', { expression, timeout, ...asConsole });
  const { subtype, objectId } = evaluated.result;
  if (evaluated.exceptionDetails || subtype !== 'promise' || objectId === undefined) return evaluated;
  return session.send('Runtime.awaitPromise', { promiseObjectId: objectId });
};

/** Runs the caller's script in the page's own world and reads what it returns. Ends it after `limitMs`. Never rejects. */
export const evaluateInPage = async (page: Page, script: string, limitMs: number): Promise<PageCall<ScriptValue>> => {
  const startedAtMs = performance.now();
  const call = await withSession<ScriptValue>(page, limitMs + TELL_MS + READ_VALUE_MS, async (session) => {
    const end = await within(evaluateWhole(session, script, limitMs), limitMs + TELL_MS / 2);
    if (end === LATE) return { how: 'late' };
    const { exceptionDetails, result } = end;
    if (!exceptionDetails) return { how: 'returned', value: await readValue(session, result) };
    const isSyntax = exceptionDetails.exception?.className === 'SyntaxError';
    const mistake = isSyntax ? await describeSyntax(session, script) : undefined;
    return { how: 'threw', text: mistake ?? describeThrow(script, exceptionDetails) };
  });
  // The browser does not report that it ended a script.
  return call.how === 'gone' && performance.now() - startedAtMs >= limitMs ? { how: 'late' } : call;
};
