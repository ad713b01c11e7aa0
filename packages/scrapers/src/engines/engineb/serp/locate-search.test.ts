import { describe, expect, it } from '@jest/globals';
import { lazyPlaces } from '../../../places/load-places.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { locateSearch } from './locate-search.js';
import { enginebSerpOperation } from './operation.js';
import { enginebSerpRequest } from './request.js';

const originOf = async (params: Record<string, unknown>): Promise<string | undefined> => {
  const checked = checkedParams('engineb/serp', { q: 'x', ...params });
  const completed = await enginebSerpOperation.complete?.(checked);
  if (!completed) throw new Error('nothing completes the parameters');
  return enginebSerpRequest(completed).headers['x-search-location'];
};

describe('the origin of a search', () => {
  it.each([
    [{ location: 'Austin, Texas' }, 'lat:30.267;long:-97.743;re:1000'],
    [{ location: 'Austin, Texas', lat: '47.4', lon: '8.5' }, 'lat:47.4;long:8.5;re:1000'],
    [{ location: 'Austin, Texas', lat: '47.4' }, 'lat:30.267;long:-97.743;re:1000'],
    [{ location: 'Nowhere at all' }, 'disp:Nowhere%20at%20all'],
    [{ lon: '8.5' }, undefined],
    [{}, undefined],
  ])('%j is sent as %s', async (params, header) => {
    expect(await originOf(params)).toBe(header);
  });

  it('opens no table of places where no place is named', async () => {
    let opened = 0;
    const complete = locateSearch(() => {
      opened += 1;
      return lazyPlaces()();
    });
    await complete(checkedParams('engineb/serp', { q: 'x', lat: '1', lon: '2', location: 'Bern' }));
    await complete(checkedParams('engineb/serp', { q: 'x' }));
    expect(opened).toBe(0);
  });
});
