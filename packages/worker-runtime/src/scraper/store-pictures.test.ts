import { describe, expect, it } from '@jest/globals';
import type { OperationContext } from '@quarry/worker-runtime';
import { MAX_PICTURE_BYTES, MAX_PICTURES, storePictures } from './store-pictures.js';

type Parts = Parameters<OperationContext['putBundle']>[1];

const picture = (text: string, kind = 'png'): string =>
  `data:image/${kind};base64,${Buffer.from(text).toString('base64')}`;

const store = async (result: Record<string, unknown>) => {
  const bundles: Parts[] = [];
  const stored = await storePictures(result, (name, parts) => {
    bundles.push(parts);
    return Promise.resolve(parts.map(({ extension }, index) => `http://files.test/${name}-${index}.${extension}`));
  });
  return { stored, parts: bundles.flat(), bundles };
};

describe('pictures that a page carries itself', () => {
  it('become files of one bundle, each once, wherever they stand', async () => {
    const { stored, parts, bundles } = await store({
      results: [{ images: [picture('a'), 'https://remote.test/x.png'] }, { thumbnail: picture('b', 'jpeg') }],
      again: picture('a'),
    });
    expect(bundles).toHaveLength(1);
    expect(parts.map(({ bytes, extension }) => [Buffer.from(bytes).toString(), extension])).toEqual([
      ['a', 'png'],
      ['b', 'jpeg'],
    ]);
    expect(stored).toEqual({
      results: [
        { images: ['http://files.test/thumbnails.bundle-0.png', 'https://remote.test/x.png'] },
        { thumbnail: 'http://files.test/thumbnails.bundle-1.jpeg' },
      ],
      again: 'http://files.test/thumbnails.bundle-0.png',
    });
  });

  it('store nothing where there are none, and leave out what is no picture', async () => {
    const { stored, bundles } = await store({
      n: 1,
      text: 'x',
      link: 'data:text/html,<b>',
      list: ['data:image/png;base64,<>'],
    });
    expect(bundles).toEqual([]);
    expect(stored).toEqual({ n: 1, text: 'x', list: [] });
  });

  it('are told from texts that begin alike', async () => {
    const result = { title: 'data: URLs', snippet: 'data:one/two is a path', words: ['data:', 'Data'] };
    expect((await store(result)).stored).toEqual(result);
  });

  it('are bounded in number and in bytes; the rest is left out', async () => {
    const many = await store({
      list: Array.from({ length: MAX_PICTURES + 5 }, (_unused, index) => picture(`${index}`)),
    });
    expect([many.parts.length, (many.stored['list'] as unknown[]).length]).toEqual([MAX_PICTURES, MAX_PICTURES]);
    const large = await store({ list: [picture('x'.repeat(MAX_PICTURE_BYTES)), picture('y')] });
    expect((large.stored['list'] as unknown[]).length).toBe(1);
  });
});
