import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the files of the reference are. */
export interface ReferenceFolders {
  /** The reference's own page script and style. */
  readonly web: string;
  /** The installed package of the API reference. */
  readonly library: string;
  /** The guides, `*.md`. */
  readonly guides: string;
}

export interface ReferenceAssets {
  /** Path of the files on the gateway, with the library's version in it, so that they may be cached for good. */
  readonly path: string;
  /** The file of a name such as `reference.js` or `chunks/modal.js`; undefined if there is none. */
  readonly fileOf: (name: string) => string | undefined;
}

const SERVED = /\.(?:js|css)$/;
/** One bundle for pages without modules, which ours has. */
const UNUSED = 'standalone.js';

const listFiles = (folder: string): readonly (readonly [name: string, file: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => SERVED.test(name) && name !== UNUSED)
    .map((name) => [name.split(path.sep).join('/'), path.join(folder, name)]);

/** Lists the files of the reference, so that a path is looked up and never opened. Throws if the library is not installed. */
export const openReferenceAssets = ({ web, library }: Omit<ReferenceFolders, 'guides'>): ReferenceAssets => {
  const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8')) as { version: string };
  const files = new Map([...listFiles(path.join(library, 'dist/browser')), ...listFiles(web)]);
  return { path: `/docs/assets/${version}`, fileOf: (name) => files.get(name) };
};
