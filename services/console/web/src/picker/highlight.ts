export interface Highlight {
  /** Draws a box over the element; null hides it. */
  show(element: Element | null): void;
  /** True for the box itself. */
  owns(element: Element): boolean;
}

const STYLE: Readonly<Record<string, string>> = {
  all: 'initial',
  position: 'fixed',
  'z-index': '2147483647',
  'pointer-events': 'none',
  'box-sizing': 'border-box',
  border: '2px solid #2563eb',
  background: 'rgba(37, 99, 235, 0.15)',
  'border-radius': '2px',
  display: 'none',
};

/** A box over one element of the page, whatever the page's own styles say. */
export const createHighlight = (): Highlight => {
  const box = document.createElement('div');
  box.setAttribute('aria-hidden', 'true');
  const set = (name: string, value: string): void => box.style.setProperty(name, value, 'important');
  for (const [name, value] of Object.entries(STYLE)) set(name, value);
  let shown: Element | null = null;

  const place = (): void => {
    if (!shown) return;
    const { top, left, width, height } = shown.getBoundingClientRect();
    for (const [name, value] of Object.entries({ top, left, width, height })) set(name, `${value}px`);
  };
  // After the root's content: a page without a body element has nothing else to hold it.
  document.documentElement.append(box);
  window.addEventListener('scroll', place, true);
  window.addEventListener('resize', place);

  return {
    show: (element) => {
      shown = element;
      set('display', element ? 'block' : 'none');
      place();
    },
    owns: (element) => element === box,
  };
};
