import { createServer } from 'node:http';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filesWithImages, imagesIn, imagesOf, problemOf } from './image-references.mjs';
import { findUnpinned, pinImages, unpinImages } from './pin-images.mjs';
import { resolveDigest } from './registry.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const digest = (letter) => `sha256:${letter.repeat(64)}`;
const read = (root, file) => readFileSync(path.join(root, file), 'utf8');

describe('third-party images of a deployment', () => {
  it('are all found, and each is a version', () => {
    const images = imagesOf(ROOT);
    expect(new Set(images.map(({ file }) => file)).size).toBeGreaterThanOrEqual(5);
    // A line that names a registry's image in another way would be pinned by nobody.
    const named = filesWithImages(ROOT).flatMap((file) =>
      read(ROOT, file)
        .split('\n')
        .filter((line) => /\bdocker\.io\//.test(line) && !/^\s*#/.test(line)),
    );
    expect(images).toHaveLength(named.length);
    expect(
      images.map((image) => [image.file, image.name, problemOf(image)]).filter(([, , problem]) => problem),
    ).toEqual([]);
  });

  it.each(['latest', 'stable', '8', 'v1', 'bookworm', 'main', '7-bookworm', 'lts'])(
    'may not have the tag %s',
    (tag) => {
      const [image] = imagesIn(`    image: docker.io/library/redis:${tag}\n`);
      expect(problemOf(image)).toMatch(/is no version/);
    },
  );

  it.each(['8.0', 'v3.5.0', '7.2-bookworm', '24.21.0-bookworm-slim'])('may have the tag %s', (tag) => {
    const [image] = imagesIn(`FROM docker.io/library/redis:${tag}\n`);
    expect(problemOf(image)).toBeUndefined();
  });

  it('have complete digests, where they have any', () => {
    const [whole, cut] = imagesIn(`image: docker.io/a/b:1.0@${digest('a')}\nimage: docker.io/a/b:1.0@sha256:abc\n`);
    expect([problemOf(whole), problemOf(cut)]).toEqual([undefined, '@sha256:abc is no digest']);
  });
});

describe('pinning', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'quarry-images-'));
    for (const file of filesWithImages(ROOT)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      cpSync(path.join(ROOT, file), path.join(root, file));
    }
    unpinImages(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const resolve = async ({ name }) => digest(name.includes('mongo') ? 'b' : 'c');

  it('writes every digest once, and removes them again', async () => {
    const before = filesWithImages(root).map((file) => read(root, file));
    const lines = await pinImages({ root, resolve });
    expect(lines).toContain(`docker.io/library/mongo:8.0@${digest('b')}`);
    expect(
      imagesOf(root).every((image) => image.digest === `@${digest(image.name.includes('mongo') ? 'b' : 'c')}`),
    ).toBe(true);
    expect(read(root, 'infra/docker/Dockerfile')).toContain(`-bookworm-slim@${digest('c')}\n`);
    await pinImages({ root, resolve });
    expect(await findUnpinned({ root, resolve })).toEqual([]);
    unpinImages(root);
    expect(filesWithImages(root).map((file) => read(root, file))).toEqual(before);
  });

  it('lists images that are not pinned, and those whose tag has moved', async () => {
    const all = await findUnpinned({ root, resolve });
    expect(all).toHaveLength(imagesOf(root).length);
    expect(all[0]).toMatch(/has no digest$/);
    await pinImages({ root, resolve });
    const moved = await findUnpinned({ root, resolve: async () => digest('d') });
    expect(moved[0]).toMatch(/is @sha256:c+, and names @sha256:d+ now$/);
  });

  it('writes nothing where one image cannot be found', async () => {
    const before = read(root, 'docker-compose.yml');
    const fails = async ({ name }) => {
      if (name.includes('grafana')) throw new Error('docker.io/grafana/grafana: the registry answers 404');
      return digest('a');
    };
    await expect(pinImages({ root, resolve: fails })).rejects.toThrow(/answers 404/);
    expect(read(root, 'docker-compose.yml')).toBe(before);
  });
});

describe('a registry', () => {
  let server;
  let hosts;
  const asked = [];
  beforeEach(async () => {
    asked.length = 0;
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const own = `http://127.0.0.1:${server.address().port}`;
      if (request.url.startsWith('/token')) return response.end(JSON.stringify({ token: 'of-the-registry' }));
      if (request.url.startsWith('/v2/open/')) return response.setHeader('docker-content-digest', digest('e')).end();
      if (request.url.startsWith('/v2/odd/')) return response.setHeader('docker-content-digest', 'sha256:odd').end();
      if (request.url.startsWith('/v2/none/')) return response.writeHead(404).end();
      if (request.headers.authorization !== 'Bearer of-the-registry') {
        const challenge = `Bearer realm="${own}/token",service="registry",scope="repository:library/redis:pull"`;
        return response.writeHead(401, { 'www-authenticate': challenge }).end();
      }
      return response.setHeader('docker-content-digest', digest('f')).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    hosts = { 'docker.io': `http://127.0.0.1:${server.address().port}` };
  });
  afterEach(() => server.close());

  const ask = (name) => resolveDigest({ registry: 'docker.io', name, tag: '1.0' }, hosts);

  it('is asked for a token where it requires one', async () => {
    expect(await ask('library/redis')).toBe(digest('f'));
    expect(asked).toEqual([
      'HEAD /v2/library/redis/manifests/1.0',
      'GET /token?service=registry&scope=repository%3Alibrary%2Fredis%3Apull',
      'HEAD /v2/library/redis/manifests/1.0',
    ]);
    expect(await ask('open/image')).toBe(digest('e'));
  });

  it('is trusted only for a digest', async () => {
    await expect(ask('none/image')).rejects.toThrow('docker.io/none/image:1.0: the registry answers 404');
    await expect(ask('odd/image')).rejects.toThrow('docker.io/odd/image:1.0: the registry names no digest');
    hosts['docker.io'] = 'http://127.0.0.1:1';
    await expect(ask('open/image')).rejects.toThrow(/the registry ECONNREFUSED|the registry fetch failed/);
  });
});
