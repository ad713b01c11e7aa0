import { describe, expect, it } from '@jest/globals';
import { operationOf, validateParams } from '@quarry/contracts';
import { fieldsOf } from './form-model.js';
import { countFaults, placeFaults } from './place-faults.js';
import { sectionsOf } from './form-sections.js';

const web = operationOf('scrape/web');
const WEB = fieldsOf(web.input.schema);

describe('placeFaults', () => {
  it('puts each violation of the contract beside the nearest field', () => {
    const checked = validateParams(web, {
      url: 'x',
      wait: -1,
      headers: { Host: 'a' },
      screenshot: { quality: 0, viewport: { width: 1 } },
      extractRules: { title: { selector: ':hover(' } },
      webhook: {},
      unheard: 1,
    });
    const violations = checked.ok ? [] : checked.violations;
    const placed = placeFaults(WEB, violations);
    expect([...placed.byPath.keys()].sort()).toEqual(
      [
        ...['url', 'wait', 'headers', 'screenshot.quality', 'screenshot.viewport.width', 'screenshot.viewport.height'],
        ...['extractRules', 'webhook.url'],
      ].sort(),
    );
    expect(placed.others).toEqual([expect.stringContaining('unheard')]);
    expect(countFaults(sectionsOf(WEB).call, placed)).toBe(1);
  });

  it('shows a message once', () => {
    const fault = { field: 'url', message: 'a' };
    expect(placeFaults(WEB, [fault, fault]).byPath.get('url')).toEqual(['a']);
    expect(placeFaults(WEB, [{ field: '', message: 'b' }]).others).toEqual(['b']);
  });
});
