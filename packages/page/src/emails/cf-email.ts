import type { Element } from 'domhandler';
import { isElement, isText } from '@quarry/html';
import { statedEmail } from './email-address.js';

export const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Undoes the XOR that Cloudflare hides addresses with: the first byte is the key. */
export const decodeCfEmail = (hex: string): string => {
  if (!/^(?:[\da-f]{2}){2,300}$/i.test(hex)) return '';
  const key = Number.parseInt(hex.slice(0, 2), 16);
  let bytes = '';
  for (let index = 2; index < hex.length; index += 2) {
    bytes += `%${(Number.parseInt(hex.slice(index, index + 2), 16) ^ key).toString(16).padStart(2, '0')}`;
  }
  return decodePercent(bytes);
};

/** The address that Cloudflare hid in this element, if it did. */
export const cfEmail = (element: Element): string | undefined => {
  const { href, 'data-cfemail': hidden } = element.attribs;
  const hex = hidden ?? (href && /\/cdn-cgi\/l\/email-protection#([\da-f]+)/i.exec(href)?.[1]);
  return hex ? statedEmail(decodeCfEmail(hex).replace(/\?.*$/s, '')) : undefined;
};

const PLACEHOLDER = /^\s*\[email\s*protected\]\s*$/i;

/** The address to show in place of Cloudflare's placeholder. */
export const hiddenEmail = (element: Element): string | undefined => {
  const [only, ...others] = element.children;
  if (only === undefined || others.length > 0 || !isText(only) || !PLACEHOLDER.test(only.data)) return undefined;
  return cfEmail(element) ?? (isElement(element.parent) ? cfEmail(element.parent) : undefined);
};
