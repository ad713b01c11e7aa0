/**
 * Scripts of the steps. They run in an isolated world, so changes of the page to its globals do not affect them. Built-ins are
 * taken from prototypes because element names hide properties of `document` and of forms.
 */

const FIND = `
  const find = (css) => {
    try {
      return Document.prototype.querySelector.call(document, css) ?? 'none';
    } catch {
      return 'invalid';
    }
  };
`;

/** Returns `found`, `none` or `invalid`. */
export const LOOK_SCRIPT = `(css) => {
  ${FIND}
  const element = find(css);
  return typeof element === 'string' ? element : 'found';
}`;

/** Scrolls the element into view; returns a point at which a mouse hits it, or `covered` if there is none. */
export const POINT_SCRIPT = `(css) => {
  ${FIND}
  const element = find(css);
  if (typeof element === 'string') return element;
  Element.prototype.scrollIntoView.call(element, { block: 'center', inline: 'center', behavior: 'instant' });
  const box = [...Element.prototype.getClientRects.call(element)].find(({ width, height }) => width > 0 && height > 0);
  if (!box) return 'covered';
  const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
  const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
  const met = Document.prototype.elementFromPoint.call(document, x, y);
  return met !== null && Node.prototype.contains.call(element, met) ? { x, y } : 'covered';
}`;

/** The part of an element's box that is on the page, in CSS pixels from its top; `empty` if there is none. */
export const BOX_SCRIPT = `(css) => {
  ${FIND}
  const element = find(css);
  if (typeof element === 'string') return element;
  const box = Element.prototype.getBoundingClientRect.call(element);
  const [x, y] = [Math.max(0, box.left + scrollX), Math.max(0, box.top + scrollY)];
  const [width, height] = [box.right + scrollX - x, box.bottom + scrollY - y];
  if (width <= 0 || height <= 0) return 'empty';
  return { x, y, width: Math.max(1, width), height: Math.max(1, height) };
}`;

/** Clicks an element that no mouse can hit, with the events of a mouse. */
export const CLICK_SCRIPT = `(css) => {
  ${FIND}
  const element = find(css);
  if (typeof element === 'string') return element;
  const options = { bubbles: true, cancelable: true, composed: true, view: window, button: 0 };
  const send = (event) => EventTarget.prototype.dispatchEvent.call(element, event);
  send(new PointerEvent('pointerdown', { ...options, pointerType: 'mouse', isPrimary: true, buttons: 1 }));
  send(new MouseEvent('mousedown', { ...options, buttons: 1 }));
  send(new PointerEvent('pointerup', { ...options, pointerType: 'mouse', isPrimary: true }));
  send(new MouseEvent('mouseup', options));
  if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element);
  else send(new MouseEvent('click', options));
  return 'done';
}`;

/** Fills a field with the events of typing; returns `done` or why the element does not take the text. */
export const FILL_SCRIPT = `(css, text) => {
  ${FIND}
  const found = find(css);
  if (typeof found === 'string') return found;
  const element = found instanceof HTMLLabelElement && found.control ? found.control : found;
  const tell = () => {
    element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return 'done';
  };
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if ((isField || element instanceof HTMLSelectElement) && element.disabled) return 'is disabled';
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const option = options.find(({ value }) => value === text) ?? options.find((one) => one.text.trim() === text.trim());
    if (!option) return 'has no such option';
    element.focus();
    if (element.multiple) option.selected = true;
    else element.selectedIndex = options.indexOf(option);
    return tell();
  }
  if (isField) {
    if (element.readOnly) return 'is read-only';
    if (['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image'].includes(element.type)) {
      return 'is a field of type ' + element.type + ', which takes no text';
    }
    element.focus();
    const before = element.value;
    element.value = text;
    const isStrict = ['number', 'range', 'color', 'date', 'time', 'datetime-local', 'month', 'week'].includes(element.type);
    if (isStrict && element.value.toLowerCase() !== text.trim().toLowerCase()) {
      element.value = before;
      return 'is a field of type ' + element.type + ', which does not take this text';
    }
    return tell();
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return 'is no field';
  element.focus();
  const selection = getSelection();
  selection.selectAllChildren(element);
  const isTaken = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isTaken && element.textContent !== text) {
    element.textContent = text;
    return tell();
  }
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return 'done';
}`;

/** Scrolls the window; if it does not move, the scrollable element in its middle. */
export const SCROLL_SCRIPT = `(left, top) => {
  const to = { left, top, behavior: 'instant' };
  const [x, y] = [scrollX, scrollY];
  scrollBy(to);
  if (x !== scrollX || y !== scrollY) return 'done';
  let element = Document.prototype.elementFromPoint.call(document, innerWidth / 2, innerHeight / 2);
  for (; element; element = element.parentElement) {
    const [atX, atY] = [element.scrollLeft, element.scrollTop];
    Element.prototype.scrollBy.call(element, to);
    if (atX !== element.scrollLeft || atY !== element.scrollTop) return 'done';
  }
  return 'done';
}`;

/** Lets tasks run that a step has started, such as submitting a form. */
export const BREATHE_SCRIPT = `() => new Promise((resolve) => setTimeout(resolve, 30))`;
