import { MAX_PICTURES } from './serp/script-content.js';

/** Longest list of addresses that is read, in characters. */
const MAX_LIST_CHARS = 512 * 1024;

/** `google.ldi={"<id>":"<address>",...}`: pictures that are loaded when they are scrolled to. */
const readLists = (text: string, pictures: Map<string, string>): void => {
  const mark = 'google.ldi={';
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const end = text.indexOf('}', at);
    if (end < 0) return;
    const list = text.slice(at + mark.length, Math.min(end, at + MAX_LIST_CHARS));
    for (const [, id = '', address = ''] of list.matchAll(/"([\w-]{1,80})":"((?:[^"\\]|\\.)*)"/g)) {
      if (pictures.size >= MAX_PICTURES) return;
      pictures.set(id, address);
    }
  }
};

/** `_setImgSrc('<id>','data:image\/...')`: one call for each picture that the page carries. */
const readCalls = (text: string, pictures: Map<string, string>): void => {
  const mark = "_setImgSrc('";
  for (let at = text.indexOf(mark); at >= 0 && pictures.size < MAX_PICTURES; at = text.indexOf(mark, at + 1)) {
    const id = /^([\w-]{1,80})'\s*,\s*'/.exec(text.slice(at + mark.length, at + mark.length + 100));
    if (!id) continue;
    const start = at + mark.length + id[0].length;
    const end = text.indexOf("'", start);
    if (end < 0) return;
    pictures.set(id[1] ?? '', text.slice(start, end));
  }
};

/** Addresses of pictures that scripts set later, as the script writes them, by the id of the `img` (or its `data-iid`). */
export const readLazyPictures = (text: string): ReadonlyMap<string, string> => {
  const pictures = new Map<string, string>();
  readLists(text, pictures);
  readCalls(text, pictures);
  return pictures;
};
