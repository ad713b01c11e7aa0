import { ENOUGH_TEXT_CHARS, type PageShape } from '../evidence/page-shape.js';
import { asksForScripts, asksInNoscript, isReadable, isScriptDemand } from './script-demand.js';

/** With less visible text than this and a script that could bring more, a page is opened in a browser to be sure. */
export const LITTLE_TEXT_CHARS = 200;
/** With fewer words between menu, header and footer a page has no content: a loading note has no more. */
export const NO_CONTENT_CHARS = 40;
const REFRESH_MAX_SECONDS = 10;
/** This many pictures make a page without words complete. */
const GALLERY_MEDIA = 4;

const LOCATION_SET =
  /(?:\b(?:window|document|self|top|parent)\s*\.\s*)?\blocation(?:\s*\.\s*(?:href|pathname|search)\s*=[^=]|\s*\.\s*(?:replace|assign)\s*\(|\s*=\s*[^=\s])/;

export type ScriptNeed =
  | 'says_enable_javascript'
  | 'asks_for_javascript'
  | 'empty_app_shell'
  | 'empty_scripted_page'
  | 'short_scripted_page'
  | 'empty_page_frame'
  | 'script_redirect'
  | 'meta_refresh';

const hasScripts = (shape: PageShape): boolean => shape.scriptUrls.length > 0 || shape.inlineScript !== '';
const hasLittleText = (shape: PageShape): boolean =>
  hasScripts(shape) && shape.text.length < LITTLE_TEXT_CHARS && shape.mediaCount < GALLERY_MEDIA && !shape.hasPassword;

/** Menu, header and footer are present; the content is missing. */
const isFrameAlone = (shape: PageShape): boolean => {
  const { hasEmptyMount, hasPassword } = shape;
  if (!hasScripts(shape) || hasPassword) return false;
  const content = shape.readContent();
  if (content.mediaCount >= GALLERY_MEDIA) return false;
  if (content.text.length < NO_CONTENT_CHARS)
    return content.mediaCount === 0 && content.text.length < shape.text.length;
  return (content.hasEmptyMain || hasEmptyMount) && content.text.length < LITTLE_TEXT_CHARS;
};

/** Reasons in the order they are tried; `undefined` from all means that the page is complete. */
const NEEDS: readonly (readonly [ScriptNeed, (shape: PageShape) => boolean])[] = [
  [
    'meta_refresh',
    ({ refresh }) => refresh !== undefined && !refresh.isInNoscript && refresh.delaySeconds <= REFRESH_MAX_SECONDS,
  ],
  ['says_enable_javascript', isScriptDemand],
  ['empty_app_shell', (shape) => hasScripts(shape) && shape.hasEmptyMount && shape.text.length < LITTLE_TEXT_CHARS],
  ['says_enable_javascript', (shape) => hasLittleText(shape) && asksInNoscript(shape) && !isReadable(shape)],
  ['asks_for_javascript', (shape) => hasScripts(shape) && asksForScripts(shape)],
  ['script_redirect', (shape) => hasLittleText(shape) && LOCATION_SET.test(shape.inlineScript)],
  ['short_scripted_page', (shape) => hasLittleText(shape) && isReadable(shape)],
  ['empty_scripted_page', hasLittleText],
];

/** Why a page served without running scripts may not be the page a reader sees; undefined where it is. */
export const scriptNeed = (shape: PageShape): ScriptNeed | undefined => {
  if (!shape.isWhole) return undefined;
  const isShort = shape.text.length < ENOUGH_TEXT_CHARS;
  const need = isShort ? NEEDS.find(([, test]) => test(shape))?.[0] : undefined;
  return need ?? (isFrameAlone(shape) ? 'empty_page_frame' : undefined);
};

const READABLE: ReadonlySet<string> = new Set<ScriptNeed>([
  'asks_for_javascript',
  'short_scripted_page',
  'empty_page_frame',
]);

/** For the reason of a `script_wall`: the page as served has readable text, so it is a result where no browser shows more. */
export const isReadableAsServed = (reason: string | undefined): boolean => reason !== undefined && READABLE.has(reason);
