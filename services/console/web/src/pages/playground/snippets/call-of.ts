import type { FormField } from '../../../forms/form-field.js';

/** What a snippet needs to know of an operation. */
export interface SnippetOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path under the API's URL, such as `/scrape/web`. */
  readonly path: string;
  /** Its parameters. */
  readonly fields: readonly FormField[];
}

/** One call as the snippets write it. */
export interface SnippetCall {
  readonly operation: SnippetOperation;
  /** As they are sent. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Public URL of the API, without a trailing slash. */
  readonly apiUrl: string;
}

/** A call in one language, ready to run where the key is in `QUARRY_API_KEY`. */
export interface Snippet {
  readonly language: 'curl' | 'Python' | 'TypeScript' | 'CLI';
  readonly code: string;
}
