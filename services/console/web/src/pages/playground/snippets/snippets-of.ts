import { pythonCall } from '@quarry/contracts/python-call';
import type { Snippet, SnippetCall } from './call-of.js';
import { cliSnippet } from './cli-snippet.js';
import { curlSnippet } from './curl-snippet.js';
import { typescriptSnippet } from './typescript-snippet.js';

/** One call in every language. */
export const snippetsOf = (call: SnippetCall): readonly Snippet[] => [
  { language: 'curl', code: curlSnippet(call) },
  { language: 'Python', code: pythonCall(call) },
  { language: 'TypeScript', code: typescriptSnippet(call) },
  { language: 'CLI', code: cliSnippet(call) },
];
