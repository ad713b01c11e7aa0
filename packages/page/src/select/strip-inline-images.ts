import type { Element } from 'domhandler';
import { isText, walk } from '@quarry/html';

const INLINE_IMAGE = /^\s*data:image\//i;
const INLINE = /^\s*data:/i;

/** What these load is a picture whatever the type that their address claims. */
const PICTURE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'img src',
  'source src',
  'image href',
  'image xlink:href',
  'video poster',
  'input src',
]);

const isSourceSet = (name: string): boolean => /srcset$/i.test(name);

const SPACE = /[\t\n\f\r ]/;

/** Candidates of a `srcset` as written, read as browsers do: an inline address may hold commas. */
export const sourceSetCandidates = (srcset: string): { readonly url: string; readonly descriptor: string }[] => {
  const candidates: { url: string; descriptor: string }[] = [];
  let at = 0;
  const skip = (isWanted: (character: string) => boolean): number => {
    while (at < srcset.length && isWanted(srcset[at] ?? '')) at += 1;
    return at;
  };
  for (;;) {
    const start = skip((character) => character === ',' || SPACE.test(character));
    if (start >= srcset.length) return candidates;
    const token = srcset.slice(
      start,
      skip((character) => !SPACE.test(character)),
    );
    const url = token.replace(/,{1,64}$/, '');
    const from = at;
    const descriptor = token.endsWith(',')
      ? ''
      : srcset
          .slice(
            from,
            skip((character) => character !== ','),
          )
          .trim();
    if (url !== '') candidates.push({ url, descriptor });
  }
};

const withoutInlineCandidates = (srcset: string): string =>
  sourceSetCandidates(srcset)
    .filter(({ url }) => !INLINE.test(url))
    .map(({ url, descriptor }) => (descriptor === '' ? url : `${url} ${descriptor}`))
    .join(', ');

/** Style rules with `none` in the place of each inline picture; inline fonts stay. */
export const withoutInlineUrls = (css: string): string => {
  const parts: string[] = [];
  let from = 0;
  const opening = /url\(\s{0,16}(["']?)\s{0,16}data:image\//gi;
  for (let match = opening.exec(css); match; match = opening.exec(css)) {
    const quote = match[1] ?? '';
    const inner = css.indexOf(quote === '' ? ')' : quote, opening.lastIndex);
    const end = quote === '' || inner < 0 ? inner : css.indexOf(')', inner);
    // An address that never ends is none, and neither is one after it.
    if (end < 0) break;
    parts.push(css.slice(from, match.index), 'none');
    from = end + 1;
    opening.lastIndex = from;
  }
  return from === 0 ? css : parts.join('') + css.slice(from);
};

const stripAttributes = (element: Element): void => {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (!/data:/i.test(value)) continue;
    if (name === 'style') element.attribs[name] = withoutInlineUrls(value);
    else if (isSourceSet(name)) {
      const left = withoutInlineCandidates(value);
      if (left === '') Reflect.deleteProperty(element.attribs, name);
      else element.attribs[name] = left;
    } else if (
      (INLINE_IMAGE.test(value) && name !== 'alt' && name !== 'title') ||
      (INLINE.test(value) && PICTURE_ATTRIBUTES.has(`${element.name} ${name}`))
    ) {
      Reflect.deleteProperty(element.attribs, name);
    }
  }
};

/**
 * Removes the inline (`data:`) pictures from a tree, in place: addresses of pictures, candidates of source sets, posters,
 * pictures in style rules. An element stays, with its description; pictures of their own address stay as they are.
 */
export const stripInlineImages = (root: Parameters<typeof walk>[0]): void => {
  walk(root, {
    enter: (element) => {
      stripAttributes(element);
      if (element.name === 'style') {
        for (const child of element.children) if (isText(child)) child.data = withoutInlineUrls(child.data);
      }
      return true;
    },
  });
};
