import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { imageOf } from './dockerfile.mjs';
import { interpolateTree } from './interpolate.mjs';

/** A file of Compose with its anchors and merges resolved and its variables filled in. Throws InterpolationError. */
export const readComposeFile = (text, variables) => interpolateTree(parse(text, { merge: true }), variables);

/** `environment` as a list or as a record; a name without a value takes the one of the variables, if there is one. */
const readEnvironment = (environment, variables) => {
  const pairs = Array.isArray(environment)
    ? environment.map((entry) => [
        entry.split('=', 1)[0],
        entry.includes('=') ? entry.slice(entry.indexOf('=') + 1) : null,
      ])
    : Object.entries(environment ?? {});
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value ?? variables[name]]).filter(([, value]) => value !== undefined),
  );
};

const asTexts = (record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));

const words = (given, name) => {
  if (Array.isArray(given)) return given;
  throw new Error(`${name} is a line for a shell; a list of words can be read`);
};

/** What is built from a Dockerfile; nothing is known of an image from elsewhere. */
const imageOfService = ({ build }, root) => {
  if (build === undefined) return { env: {}, entrypoint: [], command: [] };
  const file = path.join(root, build.context, build.dockerfile ?? 'Dockerfile');
  return imageOf(readFileSync(file, 'utf8'), build.target);
};

/**
 * How the container of each service is started: `{ argv, env, service }` by name, where `env` is what the image and the file
 * set and nothing else, and `service` the service as the file has it. `overrides` are texts of further files; what they set
 * in `environment` comes on top.
 */
export const readContainers = ({ root, file = 'docker-compose.yml', variables, overrides = [] }) => {
  const { services } = readComposeFile(readFileSync(path.join(root, file), 'utf8'), variables);
  const more = overrides.map((text) => readComposeFile(text, variables).services);
  const entries = Object.entries(services).map(([name, service]) => {
    const image = imageOfService(service, root);
    const entrypoint = service.entrypoint === undefined ? image.entrypoint : words(service.entrypoint, 'entrypoint');
    // An entrypoint of its own leaves the image's command out.
    const usual = service.entrypoint === undefined ? image.command : [];
    const command = service.command === undefined ? usual : words(service.command, 'command');
    const environments = [service, ...more.map((others) => others?.[name])].map((one) =>
      readEnvironment(one?.environment, variables),
    );
    const env = asTexts(Object.assign({}, image.env, ...environments));
    return [name, { argv: [...entrypoint, ...command].map(String), env, service }];
  });
  return Object.fromEntries(entries);
};
