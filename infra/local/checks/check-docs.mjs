/**
 * Checks README.md and all of docs: paths and links exist, scripts and `quarry` commands are known with their options, and a
 * test named after a test file (`some.test.ts` "its name") is in that file.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCS = ['README.md', 'docs/**/*.md'];
/** Made while working, so missing in a fresh clone. */
const MADE = /^(node_modules|dist|coverage|\.git|\.toolchain|\.quarry.*)$/;
const PATH_TEXT = /^[\w.@*{},-]+(\/[\w.@*{},-]+)*\/?$/;
const SOURCE_FILE = /\/[^/]+\.(ts|mjs|cjs)$|\.(cjs|md)$/;
/** Commands of the package managers themselves that the docs may use. */
const OWN_VERBS = new Set(['install', 'add', 'exec', 'dlx', 'ci', 'version']);
/** Verbs that run the script of the same name. */
const SCRIPT_VERBS = new Set(['start', 'test']);

const FENCE = /^(```|~~~)[^\n]*\n([\s\S]*?)^\1/gm;
const SPAN = /(`+)(.+?)\1/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)[^)]*\)/g;
const NAMED_TESTS = /`([^`]+(?:\.test\.(?:ts|mjs)|[.-]conformance\.ts))`((?:,?\s+"[^"]+")+)/g;

/** Code spans, and the lines of fenced blocks. */
const readCode = (text) => ({
  spans: [...text.replace(FENCE, '').matchAll(SPAN)].map(([, , code]) => code.trim()),
  lines: [...text.matchAll(FENCE)].flatMap(([, , block]) => block.replace(/\\\n/g, ' ').split('\n')),
});

const folderNames = (root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !MADE.test(entry.name))
    .map(({ name }) => name);

/** A text that names a file of ours: below one of our folders, a source with its folder, or a document. */
const isClaim = (text, folders) => {
  if (!PATH_TEXT.test(text) || text.split('/').some((part) => MADE.test(part))) return false;
  const isBelowOurs = text.includes('/') && folders.includes(text.split('/')[0]);
  return isBelowOurs || (SOURCE_FILE.test(text) && !text.startsWith('*'));
};

/** The example operation of docs/contributing.md; infra/generate tests the files it makes. */
const MADE_UP = /\/bookshop\b/;

const exists = (name, bases) =>
  bases.some((base) =>
    /[*{]/.test(name) ? globSync(name, { cwd: base }).length > 0 : existsSync(path.join(base, name)),
  );

const pathProblems = ({ text, root, folder }) => {
  const folders = folderNames(root);
  const { spans, lines } = readCode(text);
  const tokens = lines.flatMap((line) => line.split(/\s+/)).map((token) => token.replace(/[,;:.)]+$/, ''));
  const claims = [...spans, ...tokens.filter((token) => token.includes('/'))].filter(
    (name) => isClaim(name, folders) && !MADE_UP.test(name),
  );
  return [...new Set(claims)].filter((name) => !exists(name, [root, folder])).map((name) => `no such path: ${name}`);
};

/** The anchors of a document's headings, as hosts of Git repositories make them. */
const anchorsOf = (text) =>
  [...text.replace(FENCE, '').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linkProblems = ({ text, root, folder }) => {
  const targets = [...text.replace(FENCE, '').matchAll(LINK)].map(([, target]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .filter((target) => {
      const [name, anchor] = target.split('#');
      const file = name.startsWith('/') ? path.join(root, name) : path.resolve(folder, name);
      if (name !== '' && !existsSync(file)) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(name === '' ? text : readFileSync(file, 'utf8')).includes(anchor);
    })
    .map((target) => `the link leads nowhere: ${target}`);
};

const withoutFlags = (words) => {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first < 0 ? [] : words.slice(first);
};

/** What a `npm` or `pnpm` line runs: a script with its arguments, or nothing of ours. */
const readScript = (manager, words) => {
  const [verb, ...rest] = withoutFlags(words);
  if (verb === undefined) return undefined;
  if (verb === 'run') {
    const [script, ...args] = withoutFlags(rest);
    return { script, args };
  }
  const isScript = manager === 'pnpm' ? !OWN_VERBS.has(verb) : SCRIPT_VERBS.has(verb);
  return isScript ? { script: verb, args: rest } : undefined;
};

/** The script runs and `quarry` calls of one line of code. */
const readLine = (line) => {
  const words = line
    .replace(/(^|\s)#\s.*$/, '')
    .trim()
    .split(/\s+/);
  if (words[0] === 'quarry') return { args: words.slice(1) };
  const at = words.findIndex((word) => word === 'npm' || word === 'pnpm');
  if (at < 0 || at === words.length - 1) return {};
  const run = readScript(words[at], words.slice(at + 1));
  if (run?.script !== 'quarry') return { script: run?.script };
  return { script: 'quarry', args: run.args.filter((word) => word !== '--') };
};

const subcommandsOf = (help) => {
  const [, ...lists] = help.split(/^(?:Commands|Operations):\n/m);
  // A command with another name is listed as follow|watch.
  return lists.flatMap((list) =>
    [...list.split('\n\n')[0].matchAll(/^ {2}([a-z][\w/|-]*)/gm)].flatMap(([, names]) => names.split('|')),
  );
};

/** An argument of a command that has commands below it too. */
const isAddress = (word, help) => word.includes('://') && /^Usage: .*\[command\] <\w+>/m.test(help);

/** What is wrong with a call of the command line, judged by its own help. */
const quarryProblem = (args, helpOf) => {
  const command = [];
  for (const word of args) {
    const help = helpOf(command);
    const known = subcommandsOf(help);
    if (known.length === 0 || !/^[a-z]/.test(word) || isAddress(word, help)) break;
    if (!known.includes(word)) return `no such command: quarry ${[...command, word].join(' ')}`;
    command.push(word);
  }
  const help = helpOf(command);
  const wrong = args.find(
    (word) => /^--[a-z]/.test(word) && !help.match(/--[a-z][\w.-]*/gi)?.includes(word.split('=')[0]),
  );
  return wrong && `no such option: quarry ${[...command, wrong].join(' ')}`;
};

const commandProblems = ({ text, scripts, helpOf }) => {
  const { spans, lines } = readCode(text);
  return [...spans, ...lines].map(readLine).flatMap(({ script, args }) => {
    if (script !== undefined && !scripts.includes(script)) return [`no such script: ${script}`];
    const problem = args && quarryProblem(args, helpOf);
    return problem ? [problem] : [];
  });
};

const testProblems = ({ text, root }) =>
  [...text.matchAll(NAMED_TESTS)].flatMap(([, file, names]) => {
    const full = path.join(root, file);
    const source = existsSync(full) ? readFileSync(full, 'utf8') : '';
    return [...names.matchAll(/"([^"]+)"/g)]
      .filter(([, name]) => !source.includes(name))
      .map(([, name]) => `no such test in ${file}: ${name}`);
  });

/** Every wrong statement of one document, each as one line. `helpOf(words)` returns the help of a command. */
export const findProblems = ({ file, text, root, scripts, helpOf }) => {
  const input = { text, root, scripts, helpOf, folder: path.join(root, path.dirname(file)) };
  const found = [pathProblems, linkProblems, commandProblems, testProblems].flatMap((find) => find(input));
  return [...new Set(found)].map((problem) => `${file}: ${problem}`);
};

/** The help of `quarry` and of each of its commands, by their words; one process for all of them. */
const readHelps = async (root) => {
  const load = (name) => import(pathToFileURL(path.join(root, 'packages/cli/dist', name)).href);
  const [{ runCli }, { createProcessStreams }] = await Promise.all([load('run-cli.js'), load('process-streams.js')]);
  const streams = createProcessStreams(process, process.env);
  const host = { env: {}, command: 'quarry', version: '', nodeVersion: process.versions.node, rootDir: root, streams };
  const helps = new Map();
  const read = async (words) => {
    const { out } = await runCli([...words, '--help'], host);
    helps.set(words.join(' '), out);
    for (const name of subcommandsOf(out)) if (name !== 'help') await read([...words, name]);
  };
  await read([]);
  return helps;
};

const main = async () => {
  const scripts = Object.keys(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts);
  const helps = await readHelps(ROOT);
  const helpOf = (words) => helps.get(words.join(' ')) ?? '';
  const problems = globSync(DOCS, { cwd: ROOT })
    .sort()
    .flatMap((file) =>
      findProblems({ file, text: readFileSync(path.join(ROOT, file), 'utf8'), root: ROOT, scripts, helpOf }),
    );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
