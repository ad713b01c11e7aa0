import { describe, expect, it } from '@jest/globals';
import { SCRIPT_RESULTS_MAX_BYTES } from './read-value.js';
import { NOTHING, ScriptResults } from './script-results.js';

describe('what scripts return', () => {
  it('is nothing where none was run', () => {
    expect(new ScriptResults().whole()).toBeUndefined();
  });

  it('is kept in order, null where a script returned nothing', () => {
    const results = new ScriptResults();
    results.add({ how: 'value', value: { a: 1 }, bytes: 7 });
    results.add(NOTHING);
    results.add({ how: 'value', value: 'x', bytes: 3 });
    expect(results.whole()).toEqual({ results: [{ a: 1 }, null, 'x'], warnings: [] });
  });

  it('is bounded together: what no longer fits is null with a warning, and what is smaller is still kept', () => {
    const results = new ScriptResults();
    results.add({ how: 'value', value: 'most', bytes: SCRIPT_RESULTS_MAX_BYTES - 10 });
    results.add({ how: 'value', value: 'more', bytes: 11 });
    results.add({ how: 'value', value: 'rest', bytes: 10 });
    expect(results.whole()).toEqual({ results: ['most', null, 'rest'], warnings: ['scenario_result_too_large'] });
  });

  it('says once of each kind why a value is missing', () => {
    const results = new ScriptResults();
    for (const how of ['unreadable', 'too_large', 'unreadable'] as const) results.add({ how });
    expect(results.whole()).toEqual({
      results: [null, null, null],
      warnings: ['scenario_result_unreadable', 'scenario_result_too_large'],
    });
  });
});
