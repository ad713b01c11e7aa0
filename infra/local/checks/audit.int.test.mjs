import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { audit } from './audit.mjs';
import { createProgress } from '../host/progress.mjs';
import { ROOT } from '../setup/setup.mjs';
import { ensurePnpm } from '../setup/toolchain.mjs';

const BAD = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Answers too much',
  severity: 'high',
  vulnerable_versions: '<99',
};
const SILENT = { write: () => true };

describe('audit with the pnpm of the project', () => {
  let server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Audits this very project against a registry of the test's own; `answer` is given the names that were asked about. */
  const auditAt = async (answer, options = {}) => {
    server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      request.on('end', () => answer(response, text));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { env, execPath: node } = process;
    const [program, ...args] = await ensurePnpm({ root: ROOT, env, node, progress: createProgress(SILENT) });
    const registry = `http://127.0.0.1:${server.address().port}/`;
    return audit({ pnpm: [program, ...args, `--registry=${registry}`], cwd: ROOT, env, allowed: [], ...options });
  };
  const json = (response, status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  it('fails on a high advisory about what the product runs with', async () => {
    let asked = {};
    const { isOk, lines } = await auditAt((response, text) => {
      asked = JSON.parse(text);
      json(response, 200, { express: [BAD] });
    });
    expect(Object.keys(asked)).toContain('express');
    expect(Object.keys(asked)).not.toContain('jest');
    expect([isOk, lines]).toEqual([
      false,
      [
        '✗ high GHSA-aaaa-bbbb-cccc in express: Answers too much',
        'dependency audit: 1 advisories, 0 allowed, 1 to act on',
      ],
    ]);
  }, 60_000);

  it('passes where the registry knows no advisories', async () => {
    const { isOk, lines } = await auditAt((response) => json(response, 200, {}));
    expect([isOk, lines]).toEqual([true, ['dependency audit: 0 advisories, 0 allowed, 0 to act on']]);
  }, 60_000);

  it('reports that nothing was checked where the registry has no advisories', async () => {
    const { isOk, lines } = await auditAt((response) => json(response, 404, {}));
    expect([isOk, lines]).toEqual([
      true,
      ['! dependency audit: nothing was checked, the registry has no advisories to give'],
    ]);
  }, 60_000);

  it('reports the same for a registry that never responds, after its timeout', async () => {
    const { isOk, lines } = await auditAt(() => undefined, { timeoutMs: 1_000 });
    expect([isOk, lines]).toEqual([true, ['! dependency audit: nothing was checked, no answer within 1 s']]);
  }, 60_000);
});
