import { Tokenizer } from 'htmlparser2';
import { FRAME_STEP_CHARS } from '../bounds.js';

/** Elements that load, run or redirect something: they keep their place and their text under another name. */
const RENAMED = new Set(
  'applet embed fencedframe frame frameset iframe noembed noframes noscript object plaintext portal xmp'.split(' '),
);
/** In these, style is no raw text. */
const FOREIGN = new Set(['svg', 'math']);
/** Of these, pages show nothing where scripts run. */
const HIDDEN = new Set(['noembed', 'noframes', 'noscript']);

const TAG_NAME = /^[a-z][\w.:-]{0,99}$/i;
const ATTRIBUTE_NAME = /^[\w.:@-]{1,100}$/;
/** What code it would run, where it would lead, or what it would load by itself. */
const DROPPED =
  /^(?:on.*|action|formaction|srcdoc|srcset|imagesrcset|ping|background|manifest|nonce|target|download|autofocus|shadowroot.*|is|attributename|values|from|to|by)$/;
/** Addresses of these are kept as text for selectors, unless they are code. */
const ADDRESS = /^(?:href|src|data|poster|cite|longdesc|xlink:href)$/;
// Browsers ignore controls and white space in a scheme.
// oxlint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020\u007f-\u00a0]+/g;
const CODE = /^(?:javascript|vbscript|livescript|data(?!:image\/(?:gif|jpeg|png|webp|avif)[;,])):/i;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeValue = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

/** In a style, `<` might end it; as an escape it means the same to CSS. */
const escapeStyle = (css: string): string => css.replaceAll('<', '\\3c ');

const isCode = (value: string): boolean => CODE.test(value.replace(IGNORED, ''));

const isKept = (tag: string, name: string, value: string): boolean => {
  if (!ATTRIBUTE_NAME.test(name) || DROPPED.test(name)) return false;
  if (tag === 'script' || tag === 'base' || tag === 'link') return name === 'id' || name === 'class';
  if (tag === 'meta') return name === 'name' || name === 'property' || name === 'id' || name === 'class';
  if (RENAMED.has(tag) && (name === 'src' || name === 'data')) return false;
  return !ADDRESS.test(name) || !isCode(value);
};

/** Writes a page again, token by token, without what could run, redirect or load. Each token costs a bounded number of steps. */
class InertWriter {
  #out = '';
  #tag = '';
  #attributes = '';
  #names = new Set<string>();
  #name = '';
  #value = '';
  /** The element whose raw content is being read: `script` or `style`. */
  #raw = '';
  #foreignDepth = 0;

  constructor(private readonly source: string) {}

  /** What was written since the last call. */
  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  isInForeignContext(): boolean {
    return this.#foreignDepth > 0;
  }

  #text(text: string): void {
    if (this.#raw === 'script') return;
    this.#out += this.#raw === 'style' ? escapeStyle(text) : escapeText(text);
  }

  ontext(start: number, end: number): void {
    this.#text(this.source.slice(start, end));
  }
  ontextentity(codepoint: number): void {
    this.#text(String.fromCodePoint(codepoint));
  }
  oncdata(start: number, end: number, offset: number): void {
    this.#text(this.source.slice(start, end - offset));
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  onopentagname(start: number, end: number): void {
    this.#tag = this.source.slice(start, end).toLowerCase();
    this.#attributes = '';
    this.#names = new Set();
  }
  onattribname(start: number, end: number): void {
    this.#name = this.source.slice(start, end).toLowerCase();
    this.#value = '';
  }
  onattribdata(start: number, end: number): void {
    this.#value += this.source.slice(start, end);
  }
  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }
  onattribend(): void {
    // Of two attributes with one name the first counts.
    if (this.#names.has(this.#name) || !isKept(this.#tag, this.#name, this.#value)) return;
    this.#names.add(this.#name);
    this.#attributes += ` ${this.#name}="${escapeValue(this.#value)}"`;
  }
  onopentagend(): void {
    this.#open(false);
  }
  onselfclosingtag(): void {
    // In HTML the slash means nothing.
    this.#open(this.#foreignDepth > 0);
  }

  #open(isClosed: boolean): void {
    const tag = this.#tag;
    if (!TAG_NAME.test(tag)) return;
    const hidden = HIDDEN.has(tag) && !this.#names.has('hidden') ? ' hidden=""' : '';
    const type = tag === 'script' ? ' type="text/plain"' : '';
    this.#out += `<${RENAMED.has(tag) ? `x-${tag}` : tag}${this.#attributes}${hidden}${type}${isClosed ? '/' : ''}>`;
    if (isClosed) return;
    if (FOREIGN.has(tag)) this.#foreignDepth += 1;
    if (tag === 'script' || tag === 'style') this.#raw = tag;
  }

  onclosetag(start: number, end: number): void {
    const tag = this.source.slice(start, end).toLowerCase();
    if (!TAG_NAME.test(tag)) return;
    if (tag === this.#raw) this.#raw = '';
    if (FOREIGN.has(tag) && this.#foreignDepth > 0) this.#foreignDepth -= 1;
    this.#out += `</${RENAMED.has(tag) ? `x-${tag}` : tag}>`;
  }
}

const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A page as text of the same structure that does nothing by itself: no scripts, handlers, code addresses, refreshes, frames or
 * forms' addresses. Elements keep their places, so that selectors mean the same. In steps, between which other calls are served.
 */
export async function* toInertHtml(html: string): AsyncGenerator<string> {
  const writer = new InertWriter(html);
  const tokenizer = new Tokenizer({}, writer);
  for (let at = 0; at < html.length; at += FRAME_STEP_CHARS) {
    tokenizer.write(html.slice(at, at + FRAME_STEP_CHARS));
    yield writer.take();
    await yieldTurn();
  }
  tokenizer.end();
  yield writer.take();
}
