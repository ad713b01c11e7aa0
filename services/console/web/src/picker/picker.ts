import { buildListSelector, buildSelector } from './build-selector.js';
import { createHighlight } from './highlight.js';
import { PICKED_TEXT_MAX_CHARS, type PickerMessage } from './messages.js';
import { partsOf } from './selector-parts.js';

/**
 * Runs alone in the sandboxed frame of a stored page: shows the element under the pointer and tells the console which one was
 * clicked. The arrow keys move to the parent, the first child and the siblings; Enter picks.
 */
const KEYS: Readonly<Record<string, (element: Element) => Element | null>> = {
  ArrowUp: ({ parentElement }) => (parentElement === document.documentElement ? null : parentElement),
  ArrowDown: ({ firstElementChild }) => firstElementChild,
  ArrowLeft: ({ previousElementSibling }) => previousElementSibling,
  ArrowRight: ({ nextElementSibling }) => nextElementSibling,
};

const findAll = (selector: string): ArrayLike<Element> => document.querySelectorAll(selector);

const textOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, PICKED_TEXT_MAX_CHARS);

const attributeOf = (element: Element): 'href' | 'src' | undefined => {
  if (element.localName === 'a' && element.hasAttribute('href')) return 'href';
  return element.localName === 'img' && element.hasAttribute('src') ? 'src' : undefined;
};

const start = (consoleOrigin: string): void => {
  const highlight = createHighlight();
  let isOn = false;
  let current: Element | null = null;

  // The page is not trusted, and neither is what it could overhear: nothing but what it shows is told.
  const tell = (message: PickerMessage): void => window.parent.postMessage(message, consoleOrigin);

  const show = (element: Element | null): void => {
    if (element === current) return;
    current = element;
    highlight.show(element);
    // The pointer passes over many elements: a search of the document for each would be slow.
    if (element) tell({ type: 'hover', selector: partsOf(element)[0] ?? element.localName, text: textOf(element) });
  };

  const pick = (element: Element): void => {
    const listSelector = buildListSelector(element, findAll);
    const attribute = attributeOf(element);
    tell({
      ...{ type: 'pick', selector: buildSelector(element, findAll), text: textOf(element), tag: element.localName },
      ...(listSelector === undefined ? {} : { listSelector }),
      ...(attribute === undefined ? {} : { attribute }),
    });
  };

  const targetOf = ({ target }: Event): Element | null =>
    target instanceof Element && target !== document.documentElement && !highlight.owns(target) ? target : null;

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    const { type, isOn: asked } = data as Readonly<Record<string, unknown>>;
    if (type !== 'picking') return;
    isOn = asked === true;
    document.documentElement.style.setProperty('cursor', isOn ? 'crosshair' : 'auto');
    if (!isOn) show(null);
  });
  document.addEventListener('mouseover', (event) => isOn && show(targetOf(event)), true);
  // Links and forms of a stored page lead nowhere.
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      const element = targetOf(event);
      if (isOn && element) pick(element);
    },
    true,
  );
  document.addEventListener('submit', (event) => event.preventDefault(), true);
  document.addEventListener('keydown', (event) => {
    if (!isOn) return;
    const step = KEYS[event.key];
    if (step) {
      event.preventDefault();
      const next = current ? step(current) : document.body.firstElementChild;
      if (next && !highlight.owns(next)) {
        next.scrollIntoView({ block: 'nearest' });
        show(next);
      }
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      pick(current);
    }
  });
  tell({ type: 'ready' });
};

// The frame has no origin of its own; that of this script, which is the first and only one with an address, is the console's.
const script = document.currentScript ?? document.querySelector('script[src]');
if (window.parent !== window && script instanceof HTMLScriptElement) {
  const { origin } = new URL(script.src);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => start(origin));
  else start(origin);
}
