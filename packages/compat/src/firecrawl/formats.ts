import { isBody, type Body } from '../compat-call.js';

const NAMES = ['markdown', 'html', 'rawHtml', 'links', 'screenshot'] as const;
export type FormatName = (typeof NAMES)[number];

export interface Formats {
  readonly names: ReadonlySet<FormatName>;
  /** Options of the picture, as the operation takes them. */
  readonly screenshot?: Body;
}

type FormatsReading =
  | { readonly ok: true; readonly formats: Formats }
  | { readonly ok: false; readonly message: string };

const isName = (name: unknown): name is FormatName => NAMES.some((known) => known === name);

const screenshotOf = ({ fullPage = false, quality, viewport }: Body): Body => ({
  fullPage,
  ...(quality === undefined || quality === null ? {} : { quality }),
  ...(isBody(viewport) ? { viewport } : {}),
});

const refuse = (message: string): FormatsReading => ({ ok: false, message });

/** The formats of a call; markdown where none is stated. */
export const readFormats = (stated: unknown): FormatsReading => {
  const list = stated === undefined || stated === null ? ['markdown'] : stated;
  if (!Array.isArray(list)) return refuse('formats must be a list.');
  const names = new Set<FormatName>();
  let screenshot: Body | undefined;
  for (const one of list as unknown[]) {
    const format: Body = isBody(one) ? one : { type: one };
    const { type, ...options } = withFullPage(format);
    if (!isName(type)) {
      return refuse(`Quarry does not support the format ${String(type).slice(0, 40)}. Supported: ${NAMES.join(', ')}.`);
    }
    names.add(type);
    if (type === 'screenshot') screenshot = screenshotOf(options);
  }
  if (names.has('rawHtml') && [...names].some((name) => name === 'markdown' || name === 'html')) {
    return refuse('Quarry does not support rawHtml beside markdown or html. Ask for it in a call of its own.');
  }
  return { ok: true, formats: { names, ...(screenshot ? { screenshot } : {}) } };
};

/** The older way to ask for a picture of the whole page. */
const withFullPage = (format: Body): Body =>
  format['type'] === 'screenshot@fullPage' ? { ...format, type: 'screenshot', fullPage: true } : format;
