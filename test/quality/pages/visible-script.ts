/**
 * Runs inside the page (no types of the browser here): what a reader sees of it. Every count leaves out what is invisible or
 * empty, and is read without the page's style sheets, because the linked ones are not there either.
 *
 * - headings: `h1` to `h6`; items: `li`; code: `pre` and its old names; these outside of tables of values.
 * - rows: `tr` of tables of values: no layout role, no table inside, a row of several cells or a heading cell, and nothing but
 *   text, unless heading cells and more than two rows say what it is.
 * - links: `a[href]` to a web, mail, phone or ftp address that shows text or a picture or has a name, in page order; neighbours that lead to
 *   the same place are one. Marks beside headings that only point to them are none.
 *   Frames and media that are shown count as links to them.
 */
export const VISIBLE_SCRIPT = String.raw`(() => {
  const innerText = () => document.body?.innerText ?? '';
  const styled = innerText();
  for (const sheet of document.styleSheets) sheet.disabled = true;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const hasText = (element) => element.innerText.trim() !== '';
  const hasPicture = (element) => element.querySelector('img[src], img[alt], img[data-src], video, iframe') !== null;
  const isLayout = (table) => /^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '');
  const HEAVY = 'pre,ul,ol,dl,blockquote,h1,h2,h3,h4,h5,h6,article,section,form,hr,figure,iframe,textarea';
  const isData = (table) => {
    if (isLayout(table) || table.querySelector('table')) return false;
    const hasHeader = table.querySelector('th') !== null;
    const isGrid = [...table.rows].some((row) => row.cells.length > 1) || (hasHeader && table.rows.length > 1);
    return isGrid && (!table.querySelector(HEAVY) || (hasHeader && table.rows.length > 2));
  };
  const tables = all('table').filter((table) => isShown(table) && isData(table));
  const known = new Set(tables);
  const isOutside = (element) => !known.has(element.closest('table'));
  const nameOfIcon = (icon) => icon?.getAttribute('aria-label') ?? icon?.querySelector(':scope > title')?.textContent ?? '';
  const isNamed = (link) =>
    (link.getAttribute('aria-label') ?? link.title).trim() !== '' || nameOfIcon(link.querySelector('svg')).trim() !== '';
  const hasNamedLink = (element) => [...element.querySelectorAll('a[href]')].some(isNamed);
  const says = (element) => hasText(element) || hasPicture(element) || hasNamedLink(element);
  const count = (selector) =>
    all(selector).filter((element) => isShown(element) && isOutside(element) && says(element)).length;
  const mediaAddress = (element) => {
    const source = ['src', 'data-src', 'data'].map((name) => element.getAttribute(name)).find((value) => value);
    const address = URL.parse(source ?? element.querySelector('source')?.src ?? 'about:blank', document.baseURI);
    const isDot = [element.getAttribute('width'), element.getAttribute('height')].some((size) => /^[01](?:px)?$/.test(size ?? ''));
    return address && /^https?:$/.test(address.protocol) && !isDot ? address.href : undefined;
  };
  const links = [];
  for (const link of all('a[href],iframe,video,audio,embed,object')) {
    if (link.localName !== 'a') {
      const media = mediaAddress(link);
      if (media !== undefined && isShown(link) && links.at(-1) !== media) links.push(media);
      continue;
    }
    if (!/^(?:https?|mailto|tel|ftp):/.test(link.href) || !isShown(link)) continue;
    if (!hasText(link) && !hasPicture(link) && !isNamed(link)) continue;
    if (link.closest('h1,h2,h3,h4,h5,h6') && /^[#¶§🔗⚓\s]*$/u.test(link.innerText) && !hasPicture(link)) continue;
    if (links.at(-1) !== link.href) links.push(link.href);
  }
  return {
    styled,
    text: innerText(),
    headings: count('h1,h2,h3,h4,h5,h6'),
    items: count('li'),
    code: all('pre,listing,xmp').filter((element) => isShown(element) && isOutside(element) && hasText(element)).length,
    rows: tables.flatMap((table) => [...table.rows]).filter((row) => isShown(row) && says(row)).length,
    links,
  };
})()`;
