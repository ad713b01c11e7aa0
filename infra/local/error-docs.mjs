/** Writes docs/errors.md from the registry of error codes; with `--check` says whether it stands as it would be written. */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const FILE = new URL('../../docs/errors.md', import.meta.url);
const REGISTRY = new URL('../../packages/contracts/dist/index.js', import.meta.url);

const HEAD = `# Errors

Every answer that is not a success has the same body, whatever went wrong. Decide by \`error\`, not by \`message\`: the codes
are stable, the texts may get better.

\`\`\`json
{
  "requestMetadata": { "id": "b632bebc-dc22-4e57-9ca5-d2746956a5f7", "status": "error" },
  "status": "error",
  "error": "target_timeout",
  "message": "The page did not load in time.",
  "retryable": true
}
\`\`\`

- Nothing of this list is charged: \`x-credits-charged\` is 0.
- \`retryable\`: the same request may succeed later. Where there is a \`Retry-After\` header, wait that many seconds.
- \`reason\` may stand beside \`error\` as a machine-readable kind, such as the block system that was met.
- \`errors\` lists every violated rule as \`{field, rule, message}\`; it stands with \`validation_failed\`.
- \`cancelled\` and \`expired\` are codes of batch items; the status is that of a single call.
- The answer's own \`retryable\` wins over this table: a page that asks for a sign-in is \`target_blocked\` and not retryable.

| Code | Status | Retryable | Text |
| --- | --- | --- | --- |
`;

const TAIL = `
This page is made from \`packages/contracts/src/errors.ts\` by \`node infra/local/error-docs.mjs\`.
`;

const row = ([code, { status, retryable, text }]) =>
  `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${text.replaceAll('|', '\\|')} |\n`;

/** The text of docs/errors.md: the rules of the registry in the registry's order. */
export const renderErrorDocs = (errors) => HEAD + Object.entries(errors).map(row).join('') + TAIL;

const main = async () => {
  const { ERRORS } = await import(REGISTRY.href);
  const text = renderErrorDocs(ERRORS);
  if (!process.argv.includes('--check')) {
    await writeFile(FILE, text);
    return;
  }
  if ((await readFile(FILE, 'utf8').catch(() => '')) === text) return;
  console.error('docs/errors.md does not say what the error registry says: run node infra/local/error-docs.mjs');
  process.exitCode = 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
