import type { Document, Element } from 'domhandler';
import { isElement, rawText } from '@quarry/html';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const elementsOf = (parent: Element | Document): Element[] => parent.children.filter(isElement);

const localName = (element: Element): string => element.name.replace(/^.*:/, '').toLowerCase();

const childNamed = (parent: Element, ...names: string[]): Element | undefined => {
  const children = elementsOf(parent);
  for (const name of names) {
    const found = children.find((child) => child.name.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
};

const textOf = (element: Element | undefined): string => (element ? rawText(element).replace(/\s+/g, ' ').trim() : '');

/** An entry's own page: RSS writes it as text, Atom as an attribute of the link that has no other `rel`. */
const linkOf = (entry: Element): string => {
  const links = elementsOf(entry).filter((child) => localName(child) === 'link');
  const own = links.find(({ attribs }) => attribs['href'] && (attribs['rel'] ?? 'alternate') === 'alternate');
  return own?.attribs['href'] ?? textOf(links.find(({ attribs }) => !attribs['href']));
};

/** Titles and descriptions come as text, as escaped html or as xhtml; what is no markup is escaped. */
const htmlOf = (element: Element | undefined): string => {
  if (!element) return '';
  const text = rawText(element).trim();
  return /<[a-z!/]/i.test(text) ? text : escape(text);
};

const linked = (title: string, link: string): string =>
  link === '' ? title : `<a href="${escape(link)}">${title === '' ? escape(link) : title}</a>`;

const entryHtml = (entry: Element): string => {
  const date = textOf(childNamed(entry, 'pubdate', 'published', 'updated', 'dc:date', 'date'));
  const author = textOf(childNamed(entry, 'author', 'dc:creator', 'creator'));
  const facts = [date, author].filter((fact) => fact !== '').map(escape);
  const body = htmlOf(childNamed(entry, 'content:encoded', 'content', 'description', 'summary'));
  return [
    `<h2>${linked(escape(textOf(childNamed(entry, 'title'))), linkOf(entry))}</h2>`,
    facts.length > 0 ? `<p>${facts.join(' · ')}</p>` : '',
    // In its own element, which closes it: an entry's html is often cut off in the middle.
    body === '' ? '' : `<table role="presentation"><tr><td>${body}</td></tr></table>`,
  ].join('\n');
};

const feedHtml = (channel: Element, entries: readonly Element[]): string => {
  const title = textOf(childNamed(channel, 'title'));
  const about = htmlOf(childNamed(channel, 'description', 'subtitle', 'tagline'));
  const head = title === '' ? '' : `<h1>${linked(escape(title), linkOf(channel))}</h1>`;
  return [head, about === '' ? '' : `<div>${about}</div>`, ...entries.map(entryHtml)].join('\n');
};

const siteMapHtml = (root: Element): string => {
  const items = elementsOf(root).map((entry) => {
    const address = textOf(childNamed(entry, 'loc'));
    const date = textOf(childNamed(entry, 'lastmod'));
    return address === '' ? '' : `<li><a href="${escape(address)}">${escape(address)}</a> ${escape(date)}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
};

/**
 * A feed (RSS, RDF, Atom) or a site map as the html of a page that shows it: its title, then each entry with its link, date,
 * author and text. Undefined for other XML.
 */
export const readableXml = (document: Document): string | undefined => {
  const root = elementsOf(document)[0];
  if (!root) return undefined;
  const name = localName(root);
  if (name === 'urlset' || name === 'sitemapindex') return siteMapHtml(root);
  if (name === 'feed')
    return feedHtml(
      root,
      elementsOf(root).filter((child) => localName(child) === 'entry'),
    );
  const channel = name === 'rss' || name === 'rdf' ? childNamed(root, 'channel') : undefined;
  if (!channel) return undefined;
  const items = [...elementsOf(channel), ...elementsOf(root)].filter((child) => localName(child) === 'item');
  return feedHtml(channel, items);
};
