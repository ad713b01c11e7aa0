/** Writes docs/errors.md from the registry of error codes; with `--check`, reports whether it is up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const FILE = new URL('../../../docs/errors.md', import.meta.url);
const REGISTRY = new URL('../../../packages/contracts/dist/index.js', import.meta.url);

const HEAD = `# Errors

Every error response has the same body. Decide by \`error\`, not by \`message\`: codes are stable, messages may change.

\`\`\`json
{
  "requestMetadata": { "id": "b632bebc-dc22-4e57-9ca5-d2746956a5f7", "status": "error" },
  "status": "error",
  "error": "target_timeout",
  "message": "The page did not load in time.",
  "retryable": true
}
\`\`\`

- No error is charged: \`x-credits-charged\` is 0.
- \`retryable\`: the same request may succeed later. If there is a \`Retry-After\` header, wait that many seconds.
- \`reason\` is optional: a machine-readable detail, such as the block system that was recognized.
- \`errors\` comes with \`validation_failed\` and lists every violated rule as \`{field, rule, message}\`.
- \`cancelled\` and \`expired\` occur on batch items only; the status is the one that a single call would have.
- The response's own \`retryable\` takes precedence over this table: a page that asks for a sign-in is \`target_blocked\` and not retryable.

| Code | Status | Retryable | Text |
| --- | --- | --- | --- |
`;

const TAIL = `
This page is generated from \`packages/contracts/src/errors.ts\` by \`node infra/local/checks/error-docs.mjs\`.
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
  console.error('docs/errors.md is out of date: run node infra/local/checks/error-docs.mjs');
  process.exitCode = 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
