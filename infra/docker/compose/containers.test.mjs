import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readContainers } from './containers.mjs';
import { imageOf } from './dockerfile.mjs';

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
  plain: { image: a, build: *build }
  told:
    build: *build
    command: [other.js, '\${N}', 5]
    environment: { <<: [*common, *late], NUMBER: 5, IS_ON: true, PASSED: , NOT_PASSED: }
  own: { build: { <<: *build, target: browser }, entrypoint: [sh, -c], environment: ['ONE=own=1', PASSED] }
  foreign: { image: redis, command: [redis-server] }
`;
const VARIABLES = { SECRET: 's', N: '4', PASSED: 'from outside' };

let root;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-compose-'));
  mkdirSync(path.join(root, 'deep'));
  writeFileSync(path.join(root, 'deep', 'Dockerfile'), DOCKERFILE);
  writeFileSync(path.join(root, 'docker-compose.yml'), COMPOSE);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('what a container is started with', () => {
  it('is what its image says', () => {
    const { plain } = readContainers({ root, variables: VARIABLES });
    expect(plain).toMatchObject({ argv: ['node', '--flag', 'main.js'], env: { ONE: '1', TWO: 'two words' } });
  });

  it('is what the file says beside it: the first of two merged records wins, and every value is a text', () => {
    const { told } = readContainers({ root, variables: VARIABLES });
    expect(told.argv).toEqual(['node', '--flag', 'other.js', '4', '5']);
    expect(told.env).toEqual({
      ...{ ONE: '1', TWO: 'two words', SECRET: 's', LEVEL: 'info', EXTRA: '' },
      ...{ NUMBER: '5', IS_ON: 'true', PASSED: 'from outside' },
    });
  });

  it('has no command of the image behind an entrypoint of its own', () => {
    const { own, foreign } = readContainers({ root, variables: VARIABLES });
    expect(own).toMatchObject({ argv: ['sh', '-c'], env: { ONE: 'own=1', TWO: '2', PASSED: 'from outside' } });
    expect(foreign).toMatchObject({ argv: ['redis-server'], env: {} });
  });

  it('takes what a further file sets in the environment', () => {
    const override = JSON.stringify({ services: { told: { environment: { LEVEL: '${N}', LIST: '/list' } } } });
    const { told, plain } = readContainers({ root, variables: VARIABLES, overrides: [override] });
    expect(told.env).toMatchObject({ SECRET: 's', LEVEL: '4', LIST: '/list' });
    expect(plain.env).not.toHaveProperty('LIST');
  });

  it('is refused while a variable is missing', () => {
    expect(() => readContainers({ root, variables: {} })).toThrow('SECRET is missing: set it');
  });
});

describe('a Dockerfile', () => {
  it('is read to a stage, or to its end', () => {
    expect(imageOf(DOCKERFILE)).toEqual({ env: { ONE: '1', TWO: '2' }, entrypoint: ['node'], command: [] });
    expect(imageOf(DOCKERFILE, 'core').env).toEqual({ ONE: '1', TWO: 'two words' });
    expect(() => imageOf(DOCKERFILE, 'other')).toThrow('no stage other');
  });
});
