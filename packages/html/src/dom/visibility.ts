import type { Element } from 'domhandler';

const NEVER_SHOWN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'meta',
  'link',
  'base',
  'noembed',
  'noframes',
  'datalist',
  'param',
  'source',
  'track',
  'area',
]);

const DISPLAY_NONE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** A template that the browser renders in its parent as soon as it is parsed. */
export const isShadowRoot = (element: Element): boolean =>
  element.name === 'template' && element.attribs['shadowrootmode'] !== undefined;

export const isNeverShown = (name: string): boolean => NEVER_SHOWN.has(name);

/** True for what a reader does not see, as far as the markup alone shows: no style sheet is applied. */
export const isHidden = (element: Element): boolean => {
  if (NEVER_SHOWN.has(element.name)) return !isShadowRoot(element);
  // A page that hides all of itself does so until its scripts have run.
  if (element.name === 'body' || element.name === 'html') return false;
  const { hidden, style } = element.attribs;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (style !== undefined && DISPLAY_NONE.test(style)) return true;
  if (element.name === 'dialog') return element.attribs['open'] === undefined;
  return element.name === 'input' && element.attribs['type']?.toLowerCase() === 'hidden';
};
