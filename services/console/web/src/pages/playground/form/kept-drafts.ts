import type { Draft } from '../../../forms/draft.js';

/** What was typed for each operation, as long as the app is open. Not stored: forms may hold secrets. */
const drafts = new Map<string, Draft>();

export const keptDraft = (operation: string): Draft => drafts.get(operation) ?? {};

export const keepDraft = (operation: string, draft: Draft): void => {
  drafts.set(operation, draft);
};
