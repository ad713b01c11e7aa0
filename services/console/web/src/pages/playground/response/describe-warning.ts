const WORDS: Readonly<Record<string, string>> = {
  empty_document: 'The site sent no content at all. This was free of charge.',
  charset_mismatch: 'The bytes contradict their declared charset, and were decoded by what they are.',
  main_content_not_found: 'No part of the page is its main content: the whole page is shown.',
  scenario_result_too_large: 'What a script returned was too large to keep.',
  scenario_result_unreadable: 'What a script returned cannot be written as JSON.',
};

/** A warning of the service as a sentence; one that this console does not know as it is. */
export const describeWarning = (warning: string): string =>
  Object.hasOwn(WORDS, warning) ? (WORDS[warning] ?? warning) : warning;
