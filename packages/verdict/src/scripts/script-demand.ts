import type { PageShape } from '../evidence/page-shape.js';
import type { VisibleSentence } from '../evidence/visible-sentences.js';

/** Words go on in letters of any language, which `\w` and `\b` do not know. */
const SAYS_ENABLE =
  /(?:enable|activate|turn on|allow|requires?|needs?|without|activer?|aktivieren|activar?|habilit\p{L}+|attiva(?:re)?|включ\p{L}+|włącz\p{L}*|povol\p{L}+|ativ\p{L}+)(?![\p{L}\p{N}_])[^.]{0,60}\bjava\s?script|java\s?script\b[^.]{0,60}(?:\b(?:enable|required|disabled|turned off|not enabled|must be|activ\p{L}+|aktivier\p{L}+|deaktiviert|désactiv\p{L}+|desactivado|habilit\p{L}+|disattivat\p{L}+)|отключ\p{L}+|включ\p{L}+|を有効|が無効|启用|啟用|禁用)|(?:启用|啟用|开启|開啟)\s*java\s?script/iu;

/** Sentences that name both and demand nothing: FAQ entries, notes on what works without. */
const SAYS_NO_NEED =
  /\bno need\b|n[o'’]?t (?:need|require|have to)\b|\bnot required\b|\boptional\b|(?<!nothing )\bworks(?: \w+){0,3} without\b|\b(?:will|also|still|can) work without\b/i;
/** What a page may lack and still be read. */
const FOR_A_PART =
  /\bcomments?\b|disqus|\bcart\b|\bbasket\b|\bcheckout\b|\bvideos?\b|\bplayer\b|\bmaps?\b|\bchat\b|\bonly\b|\bsome (?:of|parts?|features?|functions?)\b/i;

/** Other sentences of walls. */
const BESIDE_A_DEMAND =
  /java\s?script|\bcookies?\b|\b(?:your|this) browser\b|\breload|\brefresh|\btry again\b|\bto (?:continue|proceed)\b|^(?:sorry|oops|error|warning|notice|attention|hold on|almost there|one more step)\b.{0,20}$/i;
const LOADING =
  /^\W*(?:now |page |app |still )?(?:loading|please (?:wait|stand by)|one moment|just a moment|wird geladen|lädt|bitte warten|chargement|veuillez patienter|cargando|caricamento|attendere|carregando|laden|загрузка|подождите|加载中|載入中|读取中|読み込み中|로딩)/i;

export const asksInNoscript = (shape: PageShape): boolean =>
  SAYS_ENABLE.test(shape.noscript) || shape.refresh?.isInNoscript === true;

const isDemand = ({ text }: VisibleSentence): boolean =>
  SAYS_ENABLE.test(text) && !/[?？]$/.test(text) && !SAYS_NO_NEED.test(text) && !FOR_A_PART.test(text);

const isContent = (sentence: VisibleSentence): boolean => {
  const { text } = sentence;
  if (!/[\p{L}\p{N}]/u.test(text) || isDemand(sentence)) return false;
  return SAYS_ENABLE.test(text) || !(BESIDE_A_DEMAND.test(text) || LOADING.test(text));
};

/** A short page demands, among other text, that scripts run. */
export const asksForScripts = (shape: PageShape): boolean => shape.sentences.some(isDemand);

/** A short page shows words that are neither a demand for scripts nor a loading note. */
export const isReadable = (shape: PageShape): boolean => shape.sentences.some(isContent);

const charsOf = (sentences: readonly VisibleSentence[]): number =>
  sentences.reduce((chars, { text }) => chars + text.length, 0);

/** A short page is hardly more than the demand: most of its words belong to it, and no heading or paragraph has others. */
export const isScriptDemand = (shape: PageShape): boolean => {
  const demands = shape.sentences.filter(isDemand);
  if (demands.length === 0) return false;
  const others = shape.sentences.filter(isContent);
  return !others.some(({ isInContent }) => isInContent) && charsOf(others) < charsOf(demands);
};
