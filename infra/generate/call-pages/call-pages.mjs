import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../../packages/contracts/dist/index.js';
import { readCallPage } from '../../docs/call-page.mjs';
import { CALL_PAGES } from './calls.mjs';
import { snippetsOf } from './snippets.mjs';

const FOLDER = 'docs/calls';
const NOTE = `In curl, Python, TypeScript and on the command line, with the key in \`QUARRY_API_KEY\` ([in five minutes](../getting-started.md)).
A test runs all of them and checks what they print; the targets are made for it. Of a list the first two entries are shown, of a long
text the beginning.`;
/** Who prints what: programs that use a client choose values, the others have the response. */
const PRINTED = [
  { by: 'Python TypeScript', fence: 'text', lead: 'Python and TypeScript print:' },
  { by: 'curl CLI', fence: 'json', lead: 'The response:' },
];

const priceOf = ({ prices }) => {
  const credits = [...new Set(prices.map((one) => one.credits))].sort((one, other) => one - other);
  return credits.length > 1 ? `${credits[0]} to ${credits.at(-1)} credits` : `${credits[0]} credits`;
};

const fenced = (marker, fence, text) => `<!-- ${marker} -->\n\`\`\`${fence}\n${text}\n\`\`\``;

/** One call; what it prints is taken from the page as it is. */
const sectionText = ({ id, heading, note, ...call }, sections) => {
  const operation = OPERATIONS.find((one) => one.id === id);
  const title = heading ?? operation.summary;
  const before = sections.find((section) => section.heading === title)?.printed ?? [];
  const textBy = (by) => before.find((one) => one.languages.join(' ') === by)?.text ?? '';
  return [
    `## ${title}`,
    `\`${operation.method} ${operation.path}\`, ${priceOf(operation)}.${note ? ` ${note}` : ''}`,
    ...snippetsOf(operation, call).map(({ language, fence, code }) => fenced(`run: ${language}`, fence, code)),
    ...PRINTED.map(({ by, fence, lead }) => `${lead}\n\n${fenced(`prints: ${by}`, fence, textBy(by))}`),
  ].join('\n\n');
};

/** Operations that no page shows. */
export const notShown = () => {
  const shown = new Set(CALL_PAGES.flatMap(({ calls }) => calls.map(({ id }) => id)));
  return OPERATIONS.map(({ id }) => id).filter((id) => !shown.has(id));
};

/** The pages with calls of operations, as files of `npm run generate`. */
export const callPageFiles = (root) =>
  CALL_PAGES.map(({ file: name, title, guide, calls }) => {
    const file = `${FOLDER}/${name}.md`;
    const full = path.join(root, file);
    const sections = existsSync(full) ? readCallPage(readFileSync(full, 'utf8')) : [];
    const made = '<!-- Made by `npm run generate` from infra/generate/call-pages/calls.mjs. -->';
    const parts = [made, `# ${title}`, `${NOTE}\n${guide}`, ...calls.map((call) => sectionText(call, sections))];
    return { file, text: `${parts.join('\n\n')}\n` };
  });
