import { documentKind } from '../document/media-type.js';
import { readPageShape } from './page-shape.js';
import { scriptNeed } from './script-need.js';

/**
 * Whether a page that came over plain HTTP must be opened in a browser to be the page a reader sees: app shells, pages that
 * only redirect by script or meta refresh, pages that ask for JavaScript. Pages with enough text never do.
 */
export const needsBrowser = (page: {
  readonly text: string;
  readonly mediaType: string;
  readonly url: string;
}): boolean => documentKind(page.mediaType) === 'html' && scriptNeed(readPageShape(page.text)) !== undefined;
