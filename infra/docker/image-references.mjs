/** Finds and edits the names of third-party images in the deployment's files. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FIXED = ['docker-compose.yml', 'infra/docker/Dockerfile', 'infra/docker/files.Dockerfile'];
const MANIFESTS = 'k8s';

/** Third-party images are named with their registry; ours are not. */
const REFERENCE =
  /^(?<before>\s*(?:- )?(?:image:|FROM|ARG \w+_IMAGE=)\s*)(?<registry>[a-z0-9.-]+\.[a-z]+)\/(?<name>[a-z0-9._/-]+):(?<tag>[\w.-]+)(?<digest>@\S+)?/gm;

/** A tag has at least two numbers, so that it gets fixes and no new features; `latest` is refused. */
const TAG = /^v?\d+\.\d+(\.\d+)?(-[a-z0-9]+)*$/;
const DIGEST = /^@sha256:[0-9a-f]{64}$/;

/** The files that name images, relative to the root. */
export const filesWithImages = (root) => [
  ...FIXED,
  ...readdirSync(path.join(root, MANIFESTS), { recursive: true })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(MANIFESTS, name))
    .sort(),
];

/** Every third-party image that the text names. */
export const imagesIn = (text) =>
  [...text.matchAll(REFERENCE)].map(({ groups: { registry, name, tag, digest } }) => ({
    registry,
    name,
    tag,
    digest,
  }));

export const imagesOf = (root) =>
  filesWithImages(root).flatMap((file) =>
    imagesIn(readFileSync(path.join(root, file), 'utf8')).map((image) => ({ file, ...image })),
  );

/** What is wrong with a reference; undefined when it is fine. */
export const problemOf = ({ tag, digest }) => {
  if (!TAG.test(tag)) return `the tag ${tag} is no version: what it names changes at will`;
  return digest === undefined || DIGEST.test(digest) ? undefined : `${digest} is no digest`;
};

/** The text with the digest of each image, as `digestOf({ registry, name, tag })` returns it. */
export const withDigests = (text, digestOf) =>
  text.replaceAll(REFERENCE, (...found) => {
    const { before, registry, name, tag } = found.at(-1);
    return `${before}${registry}/${name}:${tag}@${digestOf({ registry, name, tag })}`;
  });

/** The text without digests, as the repository has it. */
export const withoutDigests = (text) =>
  text.replaceAll(REFERENCE, (...found) => {
    const { before, registry, name, tag } = found.at(-1);
    return `${before}${registry}/${name}:${tag}`;
  });
