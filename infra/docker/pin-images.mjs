/**
 * `npm run pin-images` writes the current digest of each third-party image next to its tag, so that what runs is what was
 * reviewed. `--check` writes nothing and lists images that are not pinned or whose tag has moved; `--unpin` removes the digests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMain } from '../local/host/progress.mjs';
import { filesWithImages, imagesOf, withDigests, withoutDigests } from './image-references.mjs';
import { resolveDigest } from './registry.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const nameOf = ({ registry, name, tag }) => `${registry}/${name}:${tag}`;

/** Reads every digest before any file is written: a deployment is pinned as a whole. */
export const readDigests = async (images, resolve = resolveDigest) => {
  const digests = new Map();
  for (const image of images) {
    if (!digests.has(nameOf(image))) digests.set(nameOf(image), await resolve(image));
  }
  return digests;
};

const rewrite = (root, change) => {
  for (const file of filesWithImages(root)) {
    const before = readFileSync(path.join(root, file), 'utf8');
    const after = change(before);
    if (after !== before) writeFileSync(path.join(root, file), after);
  }
};

/** Pins in `root`; returns a line for each image. */
export const pinImages = async ({ root = ROOT, resolve = resolveDigest } = {}) => {
  const digests = await readDigests(imagesOf(root), resolve);
  rewrite(root, (text) => withDigests(text, (image) => digests.get(nameOf(image))));
  return [...digests].map(([name, digest]) => `${name}@${digest}`);
};

export const unpinImages = (root = ROOT) => rewrite(root, withoutDigests);

/** The images that are not pinned to the digest of their tag. */
export const findUnpinned = async ({ root = ROOT, resolve = resolveDigest } = {}) => {
  const images = imagesOf(root);
  const digests = await readDigests(images, resolve);
  return images.flatMap((image) => {
    const now = `@${digests.get(nameOf(image))}`;
    if (image.digest === now) return [];
    return [
      `${image.file}: ${nameOf(image)} ${image.digest ? `is ${image.digest}, and names ${now} now` : 'has no digest'}`,
    ];
  });
};

const main = async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, unpin: { type: 'boolean' } } });
  if (values.unpin) {
    unpinImages();
    return 0;
  }
  const lines = values.check ? await findUnpinned() : await pinImages();
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return values.check && lines.length > 0 ? 1 : 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
