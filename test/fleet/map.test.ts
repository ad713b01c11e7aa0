import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openAccount,
  SHARED_ADDRESS,
  sharedFleet,
  startMapSite,
  startSharedSite,
  type Answer,
  type MapSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';
import { operationOf } from '../../packages/contracts/src/index.js';

let site: MapSite;
let broken: TargetSite;
beforeAll(async () => {
  [site, broken] = await Promise.all([startMapSite(SHARED_ADDRESS), startSharedSite()]);
});
afterAll(() => Promise.all([site.close(), broken.close()]));

const charged = ({ headers }: Answer): string | null => headers.get('x-credits-charged');
const linksOf = ({ body }: Answer): readonly { readonly url: string; readonly title?: string }[] =>
  // safe because what is read of it is asserted
  body['links'] as readonly { readonly url: string; readonly title?: string }[];

describe.each(fleetParts())('a map on $name', (parts) => {
  let fleet: SharedFleet;
  let api: ApiClient;

  beforeAll(async () => {
    fleet = await sharedFleet(parts);
  }, 180_000);
  beforeEach(async () => {
    api = new ApiClient(await openAccount(fleet));
  });

  const map = (body: Readonly<Record<string, unknown>> = {}, headers?: Record<string, string>): Promise<Answer> =>
    api.send('POST', '/map/web', { url: `${site.url}/`, ...body }, headers);
  /** What the account was charged, and that nothing stays held. */
  const expectCharged = async (before: number, credits: number): Promise<void> => {
    expect(await api.usage()).toMatchObject({ availableCredits: before - credits, heldCredits: 0 });
  };

  it('has every address of the site once, for one credit', async () => {
    const { availableCredits } = await api.usage();
    const answer = await map();
    expect([answer.status, charged(answer)]).toEqual([200, '1']);
    const due = Object.values(site.paths).flat();
    expect(
      linksOf(answer)
        .map(({ url }) => url.replace(site.url, ''))
        .toSorted(),
    ).toEqual(due.toSorted());
    expect(linksOf(answer)).toContainEqual({ url: `${site.url}/stone/7`, lastmod: '2026-05-04' });
    expect(linksOf(answer)).toContainEqual({ url: `${site.url}/news/roof`, title: 'Slate roof & river' });
    const feed = { url: `${site.url}/posts/river`, title: 'By the river', lastmod: '2026-05-05T10:00:00Z' };
    expect(linksOf(answer)).toContainEqual(feed);
    expect(linksOf(answer)[0]).toEqual({ url: `${site.url}/`, title: 'Stone works' });
    expect(operationOf('map/web').result.safeParse(answer.body).error).toBeUndefined();
    await expectCharged(availableCredits, 1);
  });

  it('says what it read and what of it could not be read', async () => {
    const answer = await map({ sitemap: 'only' });
    const verdicts = (answer.body['sources'] as { url: string; verdict: string }[]).map(({ url, verdict }) => [
      url.replace(site.url, ''),
      verdict,
    ]);
    expect(verdicts).toContainEqual(['/gone.xml', 'target_4xx']);
    expect(verdicts).toContainEqual(['/bomb.xml.gz', 'too_large']);
    expect(verdicts).toContainEqual(['/packed.xml.gz', 'ok']);
  });

  it('has as many addresses as are asked, and the best of a search first', async () => {
    const [few, found] = await Promise.all([map({ limit: 3 }), map({ search: 'roof river', sitemap: 'include' })]);
    expect(linksOf(few)).toHaveLength(3);
    expect(linksOf(found).map(({ url }) => url.replace(site.url, ''))).toEqual(['/news/roof', '/posts/river']);
  });

  it('is free where there is nothing to map', async () => {
    const { availableCredits } = await api.usage();
    const gone = await map({ url: `${broken.url}/status/404` });
    expect([gone.status, gone.body['error'], charged(gone)]).toEqual([404, 'target_not_found', '0']);
    const blocked = await map({ url: `${broken.url}/block/1` });
    expect([blocked.status, blocked.body['error'], charged(blocked)]).toEqual([502, 'target_blocked', '0']);
    const inner = await map({ url: 'http://10.0.0.1/' });
    expect([inner.status, inner.body['error']]).toEqual([422, 'target_forbidden']);
    await expectCharged(availableCredits, 0);
  });

  it('is a request as every other: stored, repeated by its key, answered later, and without a page to parse again', async () => {
    const key = { 'idempotency-key': 'map-once' };
    const [first, second] = [await map({ sitemap: 'skip' }, key), await map({ sitemap: 'skip' }, key)];
    expect(second.body).toEqual(first.body);
    const id = first.body.requestMetadata?.id ?? '';
    const record = await api.send('GET', `/requests/${id}`);
    expect(record.body['data']).toMatchObject({ operation: 'map/web', verdict: 'ok', creditsCharged: 1 });
    const again = await api.send('POST', `/requests/${id}/reparse`);
    expect([again.status, String(again.body['message'])]).toEqual([404, expect.stringContaining('store no pages')]);
    const later = await map({ sitemap: 'skip' }, { prefer: 'respond-async' });
    expect(later.status).toBe(202);
  });
});
