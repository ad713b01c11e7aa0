/** The pages of `docs/calls`: snippets that a test runs as they are printed, and what they print. */

const HEADING = /^## (.+)$/gm;
const BLOCK = /<!-- (run|prints): ([^>]+) -->\n```\w+\n([\s\S]*?)\n?```/g;

/**
 * The sections of a page: `{ heading, snippets, printed }`, with `snippets` as `{ language, code }` and `printed` as
 * `{ languages, text }`.
 */
export const readCallPage = (page) => {
  const starts = [...page.matchAll(HEADING)].map(({ index, 1: heading }) => ({ index, heading }));
  return starts.map(({ index, heading }, at) => {
    const blocks = [...page.slice(index, starts[at + 1]?.index).matchAll(BLOCK)];
    const ofKind = (wanted) => blocks.filter(([, kind]) => kind === wanted);
    return {
      heading,
      snippets: ofKind('run').map(([, , language, code]) => ({ language, code })),
      printed: ofKind('prints').map(([, , languages, text]) => ({ languages: languages.split(' '), text })),
    };
  });
};

/** The page with other texts in the blocks of one section: `{ 'curl CLI': text }`. */
export const withPrinted = (page, heading, texts) => {
  const start = page.indexOf(`## ${heading}\n`);
  const next = page.indexOf('\n## ', start);
  const end = next < 0 ? page.length : next;
  const section = page.slice(start, end).replaceAll(BLOCK, (block, kind, by) => {
    const text = kind === 'prints' ? texts[by] : undefined;
    if (text === undefined) return block;
    const [marker, fence] = block.split('\n', 2);
    return `${marker}\n${fence}\n${text}\n\`\`\``;
  });
  return page.slice(0, start) + section + page.slice(end);
};
