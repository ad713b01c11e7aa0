import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fillIn, fillSecrets, readContainers } from './containers.mjs';

const DOCKERFILE = `
ARG BASE=node
FROM \${BASE} AS runtime
# ENV NOT=this
ENV ONE=1 \\
    # nor this
    TWO="two words"
FROM runtime AS core
ENTRYPOINT ["node", "--flag"]
CMD ["main.js"]
FROM runtime AS browser
ENV TWO=2
ENTRYPOINT ["node"]
`;
const COMPOSE = `
x-common: &common { SECRET: '\${SECRET:?set it}', LEVEL: '\${LEVEL:-info}' }
x-late: &late { LEVEL: debug, EXTRA: '\${EXTRA:-}' }
x-build: &build { context: ., dockerfile: deep/Dockerfile, target: core }
services:
  plain: { image: a, build: *build, scale: '\${PLAIN:-1}' }
  told:
    build: *build
    command: [other.js, '\${N}', 5]
    environment: { <<: [*common, *late], NUMBER: 5, IS_ON: true }
  own: { build: { <<: *build, target: browser }, entrypoint: [sh, -c] }
  foreign: { image: redis, command: [redis-server] }
`;
const VARIABLES = { SECRET: 's', N: '4', PLAIN: '2' };

let root;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-compose-'));
  mkdirSync(path.join(root, 'deep'));
  writeFileSync(path.join(root, 'deep', 'Dockerfile'), DOCKERFILE);
  writeFileSync(path.join(root, 'docker-compose.yml'), COMPOSE);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('a container is started with', () => {
  it('what its image and the file say: the first of two merged records wins, and every value is a text', () => {
    const { plain, told } = readContainers({ root, variables: VARIABLES });
    expect(plain).toMatchObject({ argv: ['node', '--flag', 'main.js'], env: { ONE: '1', TWO: 'two words' } });
    expect(plain.service.scale).toBe('2');
    expect(told.argv).toEqual(['node', '--flag', 'other.js', '4', '5']);
    expect(told.env).toEqual({
      ...{ ONE: '1', TWO: 'two words', SECRET: 's', LEVEL: 'info', EXTRA: '', NUMBER: '5', IS_ON: 'true' },
    });
  });

  it('no command of the image after an entrypoint of its own', () => {
    const { own, foreign } = readContainers({ root, variables: VARIABLES });
    expect(own).toMatchObject({ argv: ['sh', '-c'], env: { ONE: '1', TWO: '2' } });
    expect(foreign).toMatchObject({ argv: ['redis-server'], env: {} });
  });

  it('what a further file sets', () => {
    const override = JSON.stringify({
      services: { told: { environment: { LEVEL: '${N}', LIST: '/list' }, scale: 3 } },
    });
    const { told, plain } = readContainers({ root, variables: VARIABLES, overrides: [override] });
    expect(told.env).toMatchObject({ SECRET: 's', LEVEL: '4', LIST: '/list' });
    expect(told.service.scale).toBe(3);
    expect(plain.env).not.toHaveProperty('LIST');
  });
});

describe('variables', () => {
  it.each([
    ['a${A}c', 'abc'],
    ['${NONE}', ''],
    ['${EMPTY:-d}', 'd'],
    ['${A:-d}', 'b'],
    ['${NONE:-${A}:${NONE:-e}}', 'b:e'],
    ['${A:-${NONE:?not used}}', 'b'],
    ['$$A {} ${A:?needed}', '$A {} b'],
  ])('%s is %s', (text, filled) => {
    expect(fillIn(text, { A: 'b', EMPTY: '' })).toBe(filled);
  });

  it('that are missing are named', () => {
    expect(() => readContainers({ root, variables: {} })).toThrow('SECRET is missing: set it');
    expect(() => fillIn('${A:-${B:?set it}}', {})).toThrow('B is missing: set it');
  });

  it('are in the forms that are read here, in docker-compose.yml', () => {
    const file = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
    expect(file.replaceAll(/\$\$|\$\{\w+(:[-?]|(?=\}))/g, '')).not.toContain('$');
  });
});

it('the example of an env file gets a secret of its own for each name without a value', () => {
  const { FIRST, SECOND, ...others } = parseEnv(fillSecrets('# Signs.\nFIRST=\nSECOND=\n#THIRD=\nFOURTH=4\n'));
  expect(others).toEqual({ FOURTH: '4' });
  expect(FIRST).toMatch(/^[0-9a-f]{48}$/);
  expect(SECOND).not.toBe(FIRST);
});
