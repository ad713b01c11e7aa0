import type { CDPSession } from 'puppeteer-core';

/** What the browser reports of an exception. */
export interface ScriptError {
  readonly stackTrace?: {
    readonly callFrames: readonly { readonly lineNumber: number; readonly columnNumber: number }[];
  };
  readonly exception?: { readonly type?: string; readonly className?: string; readonly description?: string };
}

/** Names of the language's own errors: the only ones that a message may contain. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'],
  ...['EvalError', 'URIError', 'AggregateError', 'DOMException'],
]);
const SYNTAX_ERROR_CHARS = 200;

/** Position in the caller's script, whose frame is the outermost; empty if the script has no such position. */
const placeIn = (script: string, { stackTrace }: ScriptError): string => {
  const { lineNumber = -1, columnNumber = -1 } = stackTrace?.callFrames.at(-1) ?? {};
  const line = script.split('\n')[lineNumber];
  return line === undefined || columnNumber < 0 || columnNumber > line.length
    ? ''
    : ` at line ${lineNumber + 1}, column ${columnNumber + 1}`;
};

const nameOf = ({ exception }: ScriptError): string => {
  const { type, className = '' } = exception ?? {};
  if (type !== undefined && type !== 'object') return 'a value that is no error';
  return BUILT_IN.has(className) ? `${/^[AE]/.test(className) ? 'an' : 'a'} ${className}` : 'an error';
};

/**
 * Says that a script threw, which of the language's errors, and where. Never the error's text: it comes from the page or the
 * script, and would put page content into a response that is free.
 */
export const describeThrow = (script: string, error: ScriptError): string =>
  `threw ${nameOf(error)}${placeIn(script, error)}`;

/**
 * Why the browser cannot compile a script; undefined if it can. The script is compiled but not run, so the text can only be about
 * the caller's own code.
 */
export const describeSyntax = async (session: CDPSession, script: string): Promise<string | undefined> => {
  // As the body of an async function, since a step may await.
  const expression = `(async () => {\n${script}\n})`;
  await session.send('Runtime.enable');
  const { exceptionDetails } = await session.send('Runtime.compileScript', {
    expression,
    sourceURL: '',
    persistScript: false,
  });
  const [said = ''] = exceptionDetails?.exception?.description?.split('\n', 1) ?? [];
  return said.startsWith('SyntaxError') ? said.slice(0, SYNTAX_ERROR_CHARS) : undefined;
};
