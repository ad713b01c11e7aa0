import type { Element } from 'domhandler';
import { firstBelow, isElement } from '@quarry/html';

/** Elements around a footer that may be an article. */
const MAX_ARTICLE_DEPTH = 4;
/** Written by others than the page's author. */
const OTHERS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'template', 'svg']);
const OTHERS_CLASS =
  /(?:^|[\s_-])(?:comments?|related|recommend\w*|teasers?)(?:$|[\s_-])|(?:^|\s)(?:sidebar|widget)(?:-area)?(?:$|\s)/i;
/** The part of a page that blogging software puts its posts in. */
const POSTS_CLASS = /(?:^|\s)blog(?:\s|$)/i;
/** These hold the page: their classes say what is in it, not what it is. */
const FRAMES: ReadonlySet<string> = new Set(['html', 'body', 'main']);

/** Some systems put the whole page into a form. */
const isForm = (element: Element): boolean =>
  element.name === 'form' && firstBelow(element, ({ name }) => name === 'h1') === undefined;

/** Whether an element holds what others than the page's author wrote, or a form. */
export const isOthers = (element: Element): boolean => isForm(element) || isOthersByName(element);

/** Whether a footer is that of an article, where authors and sources are named, not that of the page. */
const isArticleFooter = (element: Element): boolean => {
  if (element.name !== 'footer') return false;
  let around = element.parent;
  for (let depth = 0; around && isElement(around) && depth < MAX_ARTICLE_DEPTH; depth += 1) {
    if (around.name === 'article') return true;
    around = around.parent;
  }
  return false;
};

const isOthersByName = (element: Element): boolean =>
  (OTHERS.has(element.name) && !isArticleFooter(element)) || isOthersByClass(element);

const isOthersByClass = ({ name, attribs: { class: className, id } }: Element): boolean =>
  !FRAMES.has(name) &&
  !POSTS_CLASS.test(className ?? '') &&
  (OTHERS_CLASS.test(className ?? '') || OTHERS_CLASS.test(id ?? ''));
