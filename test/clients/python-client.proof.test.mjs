import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharedFleet, startSharedSite } from '@quarry/testkit';
import { runOrFail } from '../../infra/local/host/run-command.mjs';
import { CLIENT_FOLDER, findPythonWithExtras, runPytest, runPython } from './python-client.mjs';

/** With what the extras install: LangChain, LlamaIndex, Scrapy and pandas are 700 MB, and a minute or more of fetching. */
const SETUP_MS = 900_000;
const TEST_MS = 600_000;

describe('the Python package', () => {
  let python;
  let site;
  let fleet;
  let folder;

  beforeAll(async () => {
    const { python: found, missing } = await findPythonWithExtras();
    if (missing !== undefined) throw new Error(missing);
    python = found;
    site = await startSharedSite();
    fleet = await sharedFleet();
    folder = await mkdtemp(path.join(tmpdir(), 'quarry-python-'));
  }, SETUP_MS);

  afterAll(async () => {
    await site?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it(
    'passes mypy --strict',
    async () => {
      const { code, output } = await runPython(python, ['-m', 'mypy', '--cache-dir', path.join(folder, 'mypy')]);
      expect({ code, output }).toMatchObject({ code: 0 });
    },
    TEST_MS,
  );

  it(
    'gives LangChain, LlamaIndex, Scrapy and pandas the pages of a fleet',
    async () => {
      const env = { QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: fleet.apiKey, TEST_SITE: site.url };
      expect(await runPytest(python, ['tests/extras', 'tests/test_batches.py'], env)).toMatch(
        /^\d+ passed(?!.*skipped)/,
      );
    },
    TEST_MS,
  );

  it(
    'is built, is fit for publishing, and works in an empty environment',
    async () => {
      const built = await runPython(python, ['-m', 'build', '--no-isolation', '--outdir', folder]);
      expect(built).toMatchObject({ code: 0 });
      const files = (await readdir(folder)).filter((name) => name.startsWith('quarry_client')).sort();
      expect(files).toEqual(['quarry_client-0.1.0-py3-none-any.whl', 'quarry_client-0.1.0.tar.gz']);
      const paths = files.map((name) => path.join(folder, name));
      expect(await runPython(python, ['-m', 'twine', 'check', '--strict', ...paths])).toMatchObject({ code: 0 });

      const empty = path.join(folder, 'empty');
      const options = { cwd: folder, env: { ...process.env, QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: fleet.apiKey } };
      await runOrFail('no environment', 'python3', ['-m', 'venv', empty], options);
      const own = path.join(empty, 'bin', 'python3');
      await runOrFail('no installation', own, ['-m', 'pip', 'install', '-q', paths[0]], options);
      const script = `import quarry_client, pathlib
with quarry_client.Quarry() as client:
    page = client.scrape.web(url="${site.url}/page/wheel", js_rendering=False, output_format=["text"])
assert page.text.startswith("Report wheel"), page
assert (pathlib.Path(quarry_client.__file__).parent / "py.typed").exists()
try:
    import quarry_client.langchain
except ImportError as error:
    print(error)`;
      const printed = await runOrFail('the wheel does not work', own, ['-c', script], options);
      expect(printed).toContain("pip install 'quarry-client[langchain]'");
    },
    TEST_MS,
  );

  it('leaves nothing in its folder', async () => {
    expect((await readdir(CLIENT_FOLDER)).sort()).toEqual(['LICENSE', 'README.md', 'pyproject.toml', 'src', 'tests']);
  });
});
