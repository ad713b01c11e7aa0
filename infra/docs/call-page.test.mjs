import { describe, expect, it } from '@jest/globals';
import { readCallPage, withPrinted } from './call-page.mjs';

const fenced = (marker, fence, text) => `<!-- ${marker} -->\n\`\`\`${fence}\n${text}\n\`\`\`\n`;
const section = (heading, printed) =>
  `## ${heading}\n\n${fenced('run: curl', 'sh', 'curl a')}\n${fenced('run: CLI', 'sh', 'quarry a')}\n${fenced('prints: curl CLI', 'json', printed)}`;
const PAGE = `# Calls\n\n${section('One', '{}')}\n${section('Two', '[\n  1\n]')}`;

describe('a page of calls', () => {
  it('is read by section: what runs, and what that prints', () => {
    const snippets = [
      { language: 'curl', code: 'curl a' },
      { language: 'CLI', code: 'quarry a' },
    ];
    expect(readCallPage(PAGE)).toEqual([
      { heading: 'One', snippets, printed: [{ languages: ['curl', 'CLI'], text: '{}' }] },
      { heading: 'Two', snippets, printed: [{ languages: ['curl', 'CLI'], text: '[\n  1\n]' }] },
    ]);
  });

  it('takes what a section prints now, and leaves the others as they are', () => {
    const changed = withPrinted(PAGE, 'One', { 'curl CLI': '"$&"' });
    expect(readCallPage(changed).map(({ printed: [{ text }] }) => text)).toEqual(['"$&"', '[\n  1\n]']);
    expect(withPrinted(changed, 'One', { 'curl CLI': '{}' })).toBe(PAGE);
    expect(withPrinted(PAGE, 'Two', { Python: 'x' })).toBe(PAGE);
  });
});
