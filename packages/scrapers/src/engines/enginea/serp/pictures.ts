import type { Element } from 'domhandler';
import { unescapeLiteral } from './script-content.js';
import type { ResultsPage } from './results-page.js';

/** Longest placeholder picture, as a `data:` address. */
const PLACEHOLDER_CHARS = 200;

/** Address of the picture of an `img`, even where a script sets it; `data:` where the page contains the picture itself. */
export const pictureOf = (
  { attribs }: Element,
  { scripts, url }: Pick<ResultsPage, 'scripts' | 'url'>,
): string | undefined => {
  const set = scripts.pictures.get(attribs['id'] ?? '') ?? scripts.pictures.get(attribs['data-iid'] ?? '');
  if (set !== undefined) return unescapeLiteral(set);
  const written = [attribs['src'], attribs['data-src'], attribs['data-lzy']].find(
    (src) => src !== undefined && src !== '' && !(src.startsWith('data:') && src.length < PLACEHOLDER_CHARS),
  );
  if (written === undefined) return undefined;
  return written.startsWith('data:image/') ? written : URL.parse(written, url)?.href;
};
