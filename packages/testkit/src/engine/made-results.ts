/** One result of a made-up search. */
export interface MadeResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char);

/** A small picture, embedded as in real pages. */
export const PICTURE = `data:image/png;base64,${Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(240, 7),
]).toString('base64')}`;

const slug = (text: string): string => encodeURIComponent(text.toLowerCase().replace(/\s+/g, '-')).slice(0, 60);

/** The result at a rank, the same for every engine. */
export const resultOf = (query: string, rank: number): MadeResult => ({
  title: `Report ${rank} on ${query}`,
  url: `https://site-${rank}.example/${slug(query)}`,
  snippet: `What was found about ${query} in report ${rank}, told in one sentence of some length.`,
});
