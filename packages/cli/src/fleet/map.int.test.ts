import { expect, it } from '@jest/globals';
import { runAgainst } from '../../test/answering-fleet.js';

const MAP = { links: [{ url: 'https://a.example/', title: 'A' }, { url: 'https://a.example/b' }], sources: [] };

it('a map is one address a line, wherever it goes, and a note of what it cost', async () => {
  const { exitCode, out, err, heard } = await runAgainst({ 'POST /map/web': MAP }, ['map', 'https://a.example/']);
  expect({ exitCode, out, err }).toEqual({
    exitCode: 0,
    out: 'https://a.example/\nhttps://a.example/b\n',
    err: '2 addresses; 1 credit charged, 99 left\n',
  });
  expect(heard[0]?.body).toEqual({ url: 'https://a.example/' });
});

it('a map has the parameters of its options, and its whole response as JSON', async () => {
  const whole = { ...MAP, limitsHit: ['maxTime'] };
  const flags = ['--search', 'docs guide', '--limit', '7', '--no-subdomains', '--sitemap', 'only', '--json'];
  const params = ['--params', '{"maxAge": 60, "limit": 1}'];
  const { out, err, heard } = await runAgainst({ 'POST /map/web': whole }, [
    'map',
    'https://a.example/',
    ...flags,
    ...params,
  ]);
  expect(heard[0]?.body).toEqual({
    ...{
      url: 'https://a.example/',
      search: 'docs guide',
      limit: 7,
      includeSubdomains: false,
      sitemap: 'only',
      maxAge: 60,
    },
  });
  expect(JSON.parse(out)).toEqual(whole);
  expect(err).toContain('2 addresses, more were left out by maxTime;');
});

it('a map that is refused says why, and its operation is still a command', async () => {
  expect(await runAgainst({}, ['map', 'https://a.example/'])).toMatchObject({ exitCode: 7, out: '' });
  const { heard } = await runAgainst({ 'POST /map/web': MAP }, ['map', 'web', '--url', 'https://a.example/']);
  expect(heard[0]?.body).toEqual({ url: 'https://a.example/' });
});
