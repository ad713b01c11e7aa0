import type { PageShape } from './page-shape.js';
import { isGoogleScriptShell } from './block-rules.js';

/** Above this much visible text a page stands on its own, whatever its scripts would add. */
export const ENOUGH_TEXT_CHARS = 600;
const SHELL_TEXT_CHARS = 200;
const BARE_TEXT_CHARS = 60;
const REFRESH_MAX_SECONDS = 10;

const SAYS_ENABLE =
  /(?:enable|activate|turn on|allow|requires?|need[s]?|without|activer?|aktivieren|activar?|habilit\w+|attivare?|включ\w+|włącz\w*|povol\w+|ativ\w+)\b[^.]{0,60}\bjava\s?script|java\s?script\b[^.]{0,60}(?:\b(?:enable|required|disabled|turned off|not enabled|must be|activ\w+|aktivier\w+|deaktiviert|désactiv\w+|desactivado|habilit\w+|disattivat\w+)|отключ\w+|включ\w+|を有効|が無効|启用|啟用|禁用)|(?:启用|啟用|开启|開啟)\s*java\s?script/i;

const LOCATION_SET =
  /(?:\b(?:window|document|self|top|parent)\s*\.\s*)?\blocation(?:\s*\.\s*(?:href|pathname|search)\s*=[^=]|\s*\.\s*(?:replace|assign)\s*\(|\s*=\s*[^=\s])/;

export type ScriptNeed =
  'says_enable_javascript' | 'empty_app_shell' | 'empty_scripted_page' | 'script_redirect' | 'meta_refresh';

/** Reasons in the order they are tried; `undefined` from all means that the page stands on its own. */
const NEEDS: readonly (readonly [ScriptNeed, (shape: PageShape) => boolean])[] = [
  ['says_enable_javascript', isGoogleScriptShell],
  [
    'meta_refresh',
    ({ refresh }) => refresh !== undefined && !refresh.isInNoscript && refresh.delaySeconds <= REFRESH_MAX_SECONDS,
  ],
  ['says_enable_javascript', ({ text }) => SAYS_ENABLE.test(text)],
  ['empty_app_shell', (shape) => hasScripts(shape) && shape.hasEmptyMount && shape.text.length < SHELL_TEXT_CHARS],
  [
    'says_enable_javascript',
    (shape) =>
      hasScripts(shape) && isThin(shape) && (SAYS_ENABLE.test(shape.noscript) || shape.refresh?.isInNoscript === true),
  ],
  ['script_redirect', (shape) => isThin(shape) && !shape.hasPassword && LOCATION_SET.test(shape.inlineScript)],
  ['empty_scripted_page', (shape) => shape.scriptUrls.length > 0 && isBare(shape)],
];

const hasScripts = (shape: PageShape): boolean => shape.scriptUrls.length > 0 || shape.inlineScript.length > 0;
const isThin = (shape: PageShape): boolean =>
  shape.text.length < SHELL_TEXT_CHARS && shape.linkCount < 10 && shape.mediaCount < 4;
const isBare = (shape: PageShape): boolean =>
  shape.text.length < BARE_TEXT_CHARS && shape.mediaCount === 0 && shape.linkCount < 3 && shape.fields.size === 0;

/** Why a page served without running scripts is not the page a reader sees; undefined where it is. */
export const scriptNeed = (shape: PageShape): ScriptNeed | undefined =>
  !shape.isWhole || shape.text.length >= ENOUGH_TEXT_CHARS ? undefined : NEEDS.find(([, test]) => test(shape))?.[0];
