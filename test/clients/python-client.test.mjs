import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, SHARED_ADDRESS, sharedFleet, startSharedSite } from '@quarry/testkit';
import { findPython, runPytest } from './python-client.mjs';

/** What the tests of the fleet cost; each says its own. */
const CREDITS = 61;
const TEST_MS = 600_000;
const { python, missing } = await findPython();
const suite = python ? describe : describe.skip;
const title = python ? 'the Python client' : `the Python client; Python is missing (${missing})`;

suite(title, () => {
  it(
    'keeps its rules',
    async () => {
      expect(await runPytest(python, ['tests', '--ignore=tests/fleet', '--ignore=tests/extras'])).toMatch(
        /^\d+ passed/,
      );
    },
    TEST_MS,
  );
});

suite(`${title} on a fleet`, () => {
  let site;
  let fleet;

  beforeAll(async () => {
    site = await startSharedSite();
    fleet = await sharedFleet();
  }, 180_000);
  afterAll(() => site?.close(), 60_000);

  it(
    'does all that it offers, and costs what it says',
    async () => {
      const api = new ApiClient(fleet);
      const before = await api.usage();
      const env = {
        QUARRY_URL: fleet.baseUrl,
        QUARRY_API_KEY: fleet.apiKey,
        TEST_SITE: site.url,
        TEST_ADDRESS: SHARED_ADDRESS,
      };
      expect(await runPytest(python, ['tests/fleet'], env)).toMatch(/^\d+ passed/);
      const { availableCredits, heldCredits } = await api.usage();
      expect([before.availableCredits - availableCredits, heldCredits]).toEqual([CREDITS, 0]);
    },
    TEST_MS,
  );
});
