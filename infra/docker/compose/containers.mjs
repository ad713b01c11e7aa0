import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { Failure } from '../../local/host/run-command.mjs';

const SECRET_BYTES = 24;
const TOKEN = /\$\$|\$\{(\w+)(:[-?])?|\}/g;

/** The example of a `.env` file with a random secret for each name without a value, as README.md says. */
export const fillSecrets = (example) =>
  example.replace(/^([A-Z][A-Z0-9_]*)=$/gm, (_, name) => `${name}=${randomBytes(SECRET_BYTES).toString('hex')}`);

/**
 * Replaces `${A}`, `${A:-b}` and `${A:?message}`, nested ones too, and `$$`, as Compose does; docker-compose.yml uses no other
 * forms. An empty variable counts as unset. Throws a `Failure` when a variable is missing.
 */
export const fillIn = (text, variables) => {
  const open = [{ value: '', isUsed: true }];
  let at = 0;
  for (const { 0: token, 1: name, 2: operator, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    top.value += text.slice(at, index);
    at = index + token.length;
    if (token === '$$') top.value += '$';
    else if (name !== undefined) open.push({ name, operator, value: '', isUsed: top.isUsed && !variables[name] });
    else if (open.length === 1) top.value += token;
    else {
      open.pop();
      // An alternative that is not used may lack its variables.
      if (top.operator === ':?' && top.isUsed) throw new Failure(`${top.name} is missing: ${top.value}`);
      open.at(-1).value += variables[top.name] || top.value;
    }
  }
  return open[0].value + text.slice(at);
};

const fillInTree = (tree, variables) => {
  if (typeof tree === 'string') return fillIn(tree, variables);
  if (Array.isArray(tree)) return tree.map((entry) => fillInTree(entry, variables));
  if (tree === null || typeof tree !== 'object') return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, entry]) => [key, fillInTree(entry, variables)]));
};

/** What an image that is built to `target` starts with. Lists of words are read, shell forms are not. */
const readImage = (dockerfile, target) => {
  const stages = new Map();
  let image;
  const text = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  for (const [, name, rest] of text.matchAll(/^([A-Z]+)\s+(.*?)\s*$/gm)) {
    if (name === 'FROM') {
      const [, base, stage] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest);
      const inherited = stages.get(base) ?? { env: {}, entrypoint: [], command: [] };
      image = { ...inherited, env: { ...inherited.env } };
      stages.set(stage, image);
    } else if (name === 'ENV') {
      for (const [, key, quoted, bare] of rest.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g))
        image.env[key] = quoted ?? bare;
    } else if (name === 'ENTRYPOINT') Object.assign(image, { entrypoint: JSON.parse(rest), command: [] });
    else if (name === 'CMD') image.command = JSON.parse(rest);
  }
  return stages.get(target);
};

/** Nothing is known of an image from a registry. */
const imageOf = ({ build }, root) =>
  build?.target === undefined
    ? { env: {}, entrypoint: [], command: [] }
    : readImage(readFileSync(path.join(root, build.context, build.dockerfile), 'utf8'), build.target);

/**
 * How the container of each service is started: `{ argv, env, service }` by name. `env` is what the image and the file set, and
 * `service` the service as the file has it. `overrides` are further files; their `environment` and `scale` win.
 */
export const readContainers = ({ root, variables, overrides = [] }) => {
  const files = [readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), ...overrides];
  const [{ services }, ...more] = files.map((text) => fillInTree(parse(text, { merge: true }), variables));
  const entries = Object.entries(services).map(([name, own]) => {
    const layers = [own, ...more.map((other) => other.services[name] ?? {})];
    const service = Object.assign({}, own, ...layers.map(({ scale }) => (scale === undefined ? {} : { scale })));
    const image = imageOf(service, root);
    // An entrypoint of its own leaves the image's command out.
    const { entrypoint = image.entrypoint, command = service.entrypoint ? [] : image.command } = service;
    const env = Object.assign({}, image.env, ...layers.map(({ environment }) => environment));
    const texts = Object.entries(env).map(([key, value]) => [key, String(value)]);
    return [name, { argv: [...entrypoint, ...command].map(String), env: Object.fromEntries(texts), service }];
  });
  return Object.fromEntries(entries);
};
