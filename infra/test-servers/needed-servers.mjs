import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Recognised by words in a test or in a file that it imports by a relative path. */
const WORDS = {
  mongo: /TEST_MONGODB_URI|fleetParts/,
  s3: /TEST_S3_|fleetParts/,
  proxy: /tinyproxy/,
  prometheus: /TEST_PROM|startPrometheus/,
};
const IMPORTS = /\bfrom\s+'(\.[^']+)'/g;

export const TEST_SERVERS = Object.keys(WORDS);

/** The source of an import, which names the compiled file. */
const sourceOf = (importer, name) => {
  const file = path.resolve(path.dirname(importer), name);
  return [file, file.replace(/\.js$/, '.ts')].find((candidate) => existsSync(candidate));
};

/** The servers that test files, and what they import by relative paths, use. */
export const neededServers = (files) => {
  const needed = new Set();
  const seen = new Set(files);
  for (const file of seen) {
    const text = readFileSync(file, 'utf8');
    for (const [server, words] of Object.entries(WORDS)) if (words.test(text)) needed.add(server);
    for (const [, name] of text.matchAll(IMPORTS)) {
      const source = sourceOf(file, name);
      if (source) seen.add(source);
    }
  }
  return needed;
};
