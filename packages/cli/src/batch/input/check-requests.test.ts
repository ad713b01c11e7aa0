import { describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { checkRequests, readJobs, REQUEST_BOUNDS } from './check-requests.js';
import type { InputItem, RequestFile } from './request-file.js';

// safe because the registry has it
const WEB = operationById('scrape/web') as Operation;

const fileOf = (values: readonly unknown[]): RequestFile => ({
  place: 'line',
  items: async function* (): AsyncGenerator<InputItem> {
    for (const [index, value] of values.entries()) yield { number: index + 1, value };
  },
  close: async () => undefined,
});

const requests = (count: number): { url: string }[] =>
  Array.from({ length: count }, (_, index) => ({ url: `https://a.example/${index}` }));

const bodiesOf = async (...given: Parameters<typeof readJobs>): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  for await (const { requestsJson } of readJobs(...given)) bodies.push(JSON.parse(requestsJson));
  return bodies;
};

describe('checkRequests', () => {
  it('cuts jobs by number and by bytes, and reads them as they were checked', async () => {
    const file = fileOf(requests(7));
    const byNumber = await checkRequests(file, WEB, {}, { ...REQUEST_BOUNDS, jobRequests: 3 });
    expect(byNumber).toMatchObject({
      ok: true,
      requests: 7,
      jobs: [
        { from: 1, to: 3 },
        { from: 4, to: 6 },
        { from: 7, to: 7 },
      ],
    });
    const size = JSON.stringify(requests(1)[0]).length + 1;
    const byBytes = await checkRequests(file, WEB, {}, { ...REQUEST_BOUNDS, jobBytes: 2 * size });
    expect(byBytes).toMatchObject({
      ok: true,
      jobs: [{ requests: 2 }, { requests: 2 }, { requests: 2 }, { requests: 1 }],
    });
    if (byBytes.ok) expect((await bodiesOf(file, byBytes.jobs, {})).flat()).toEqual(requests(7));
  });

  it('gives the same digest whatever the order of keys, and another for another order of requests', async () => {
    const digestOf = async (values: readonly unknown[]): Promise<string | undefined> => {
      const checked = await checkRequests(fileOf(values), WEB, {});
      return checked.ok ? checked.jobs[0]?.digest : undefined;
    };
    const [a, b] = [{ url: 'https://a.example/', wait: 1 }, { url: 'https://b.example/' }];
    expect(await digestOf([a, b])).toBe(await digestOf([{ wait: 1, url: 'https://a.example/' }, b]));
    expect(await digestOf([a, b])).not.toBe(await digestOf([b, a]));
  });

  it('tells a repeated mistake once, with its count', async () => {
    const checked = await checkRequests(fileOf(Array.from({ length: 80 }, () => ({}))), WEB, {});
    const problems = ['line 1: url: url is required. (80 times, the last at line 80)'];
    expect(checked).toEqual({ ok: false, problemCount: 80, problems });
  });

  it('refuses a request that is larger than the fleet takes', async () => {
    const large = { url: 'https://a.example/', headers: { a: 'x'.repeat(1_000_000) } };
    expect(await checkRequests(fileOf([large]), WEB, {})).toMatchObject({
      problems: ['line 1 has more than 1000000 bytes'],
    });
  });

  it('refuses what is no object, and more requests than the bound', async () => {
    expect(await checkRequests(fileOf(['text', null, []]), WEB, {})).toMatchObject({
      problems: ['line 1 is not a JSON object (3 times, the last at line 3)'],
    });
    const tooMany = await checkRequests(fileOf(requests(4)), WEB, {}, { ...REQUEST_BOUNDS, requests: 3 });
    expect(tooMany).toMatchObject({ ok: false, problems: ['more than 3 requests; submit them in several files'] });
  });

  it('rejects a file that changed since it was checked', async () => {
    const checked = await checkRequests(fileOf(requests(4)), WEB, {});
    if (!checked.ok) throw new Error('checked');
    for (const other of [requests(3), requests(5), requests(5).slice(1), ['text']]) {
      await expect(bodiesOf(fileOf(other), checked.jobs, {})).rejects.toThrow(
        'The file changed while it was being read.',
      );
    }
  });
});
