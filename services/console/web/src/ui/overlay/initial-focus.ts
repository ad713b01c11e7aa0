/**
 * Marks the element that takes the focus when the dialog around it opens. React's `autoFocus` acts before a dialog is shown, and
 * leaves no attribute for the browser to find.
 */
export const INITIAL_FOCUS = 'data-initial-focus';

/** The attribute for an element that asks for the focus. */
export const initialFocus = (autoFocus: boolean | undefined): Readonly<Record<string, true>> =>
  autoFocus ? { [INITIAL_FOCUS]: true } : {};
