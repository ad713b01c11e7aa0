import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf } from '@quarry/contracts';
import { fieldsOf } from './form-model.js';
import { sectionsOf } from './form-sections.js';

const namesOf = (id: 'scrape/web' | 'enginec/serp' | 'storeplatform/collections') => {
  const { common, more, call } = sectionsOf(fieldsOf(operationOf(id).input.schema));
  return {
    common: common.map(({ name }) => name),
    more: more.map(({ name }) => name),
    call: call.map(({ name }) => name),
  };
};

describe('sectionsOf', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s has every field once, its required ones in sight',
    (_id, operation) => {
      const fields = fieldsOf(operation.input.schema);
      const { common, more, call } = sectionsOf(fields);
      expect([...common, ...more, ...call].map(({ path }) => path).sort()).toEqual(
        fields.map(({ path }) => path).sort(),
      );
      for (const { isRequired } of [...more, ...call]) expect(isRequired).toBe(false);
      expect(common.length).toBeLessThanOrEqual(16);
      expect(call.map(({ name }) => name)).toEqual(['timeout', 'maxAge', 'webhook']);
    },
  );

  it('puts first what most calls set', () => {
    const web = namesOf('scrape/web');
    expect(web.common.slice(0, 3)).toEqual(['url', 'outputFormat', 'jsRendering']);
    expect(web.more).toContain('blockUrls');
    expect(namesOf('storeplatform/collections')).toMatchObject({ common: ['url', 'limit', 'page'], more: [] });
  });
});
