import { decodePercent } from '../emails/cf-email.js';
import { escapeText, escapeUrl } from '../writers/escape.js';
import type { ConversionRequest, FetchedText, PageContent } from '../source/page-content.js';
import { addForModels } from './for-models.js';
import { unreadRules } from './unread-rules.js';

/** File name in an address; the host where it has none. */
const nameOf = (url: URL): string => decodePercent(url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname);

const attribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * What an image's own address gives: a page, a line of markdown or data that point at it. Its text is empty. Undefined for
 * what is no image, for an image without an address and where nothing that it can give was asked for.
 */
export const convertImage = (page: FetchedText, request: ConversionRequest): PageContent | undefined => {
  const { formats } = request;
  const url = URL.parse(page.url);
  const isAsked = formats.some((format) => format !== 'text');
  if (!page.mediaType.startsWith('image/') || !url || !isAsked) return undefined;
  const name = nameOf(url);
  const content: PageContent = {};
  if (formats.includes('html')) content.content = `<img src="${attribute(url.href)}" alt="${attribute(name)}">`;
  if (formats.includes('text')) content.text = '';
  if (formats.includes('markdown')) content.markdown = `![${escapeText(name, true)}](${escapeUrl(url.href)})`;
  if (formats.includes('json')) content.json = { mediaType: page.mediaType, name, url: url.href };
  if (request.links) content.links = [];
  if (request.emails) content.emails = [];
  addForModels(content, request);
  return { ...content, ...unreadRules(request) };
};
