/**
 * Scripts of the steps. They run in a world of their own: what the page did to its globals does not reach them, and
 * built-ins are taken from prototypes because names of elements stand before those of `document` and of forms.
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

/** Answers `found`, `none` or `invalid`. */
export const LOOK_SCRIPT = `(css) => {
  ${FIND}
  const element = find(css);
  return typeof element === 'string' ? element : 'found';
}`;

/** Scrolls the element into view; answers where a mouse meets it, or `covered` where none can. */
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

/** Clicks an element that no mouse meets, with the events a mouse would cause. */
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

/** Fills a field and tells the page as typing would; answers `done` or why the element takes no such text. */
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

/** Scrolls the window, or where that does not move, what scrolls in the middle of it. */
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

/** Lets the page's own tasks run that a step set off, such as the sending of a form. */
export const BREATHE_SCRIPT = `() => new Promise((resolve) => setTimeout(resolve, 30))`;
