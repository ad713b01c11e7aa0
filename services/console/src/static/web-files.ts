import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MAX_WEB_BYTES, MAX_WEB_FILES } from '../bounds.js';
import { createAsset, type Asset } from './asset.js';

/** The built web app. */
export interface WebFiles {
  /** Path on the console, such as `/assets/index-1a2b.js`, and its file. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The page of the app; undefined while it is not built. */
  readonly page: string | undefined;
  /** Path of the script for stored pages. */
  readonly pickerPath: string | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

const INDEX = '/index.html';
const PICKER = /^\/assets\/picker-[\w-]+\.js$/;

const NOT_BUILT: WebFiles = { assets: new Map(), page: undefined, pickerPath: undefined };

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Reads all files of the built app into memory, so that a path is looked up and never opened. Source maps and files of unknown
 * types are left out. Throws for a folder that is no build of the app.
 */
export const readWebFiles = (folder: string): WebFiles => {
  if (!isFolder(folder)) return NOT_BUILT;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  if (entries.length > MAX_WEB_FILES) throw new Error(`${folder} has more than ${MAX_WEB_FILES} files`);
  const assets = new Map<string, Asset>();
  let sizeBytes = 0;
  for (const { parentPath, name } of entries) {
    const type = TYPES[path.extname(name).slice(1)];
    if (type === undefined) continue;
    const file = path.join(parentPath, name);
    const body = readFileSync(file);
    sizeBytes += body.byteLength;
    if (sizeBytes > MAX_WEB_BYTES) throw new Error(`${folder} is larger than ${MAX_WEB_BYTES} bytes`);
    assets.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, createAsset(type, body));
  }
  const page = assets.get(INDEX)?.body.toString('utf8');
  assets.delete(INDEX);
  return { assets, page, pickerPath: [...assets.keys()].find((name) => PICKER.test(name)) };
};
