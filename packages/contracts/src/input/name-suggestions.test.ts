import { describe, expect, it } from '@jest/globals';
import { operationOf } from '../operations/index.js';
import { validateParams } from '../validate-params.js';
import { NameSuggestions } from './name-suggestions.js';

const KNOWN = ['outputFormat', 'jsRendering'];

describe('NameSuggestions', () => {
  it('searches for so many names and no more; what it has found it says again', () => {
    let asked = 0;
    const known = () => {
      asked += 1;
      return KNOWN;
    };
    const suggestions = new NameSuggestions(2);
    const find = (name: string, place = '') => suggestions.of(name, place, known);
    expect(['outputFromat', 'jsRender', 'outputFormt'].map((name) => find(name))).toEqual([...KNOWN, undefined]);
    expect(find('outputFromat')).toBe('outputFormat');
    expect(find('jsRender', 'other')).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('knows the names of each place', () => {
    const suggestions = new NameSuggestions();
    expect(suggestions.of('formt', 'a', () => ['format'])).toBe('format');
    expect(suggestions.of('formt', 'b', () => ['headers'])).toBeUndefined();
  });

  it('are shared by the inputs that are checked with them', () => {
    const suggestions = new NameSuggestions(1);
    const messageOf = (name: string) => {
      const input = { url: 'https://a.example/', [name]: true };
      const checked = validateParams(operationOf('scrape/web'), input, { suggestions });
      return checked.ok ? undefined : checked.violations[0]?.message;
    };
    expect(messageOf('outputFromat')).toContain('Did you mean outputFormat?');
    expect(messageOf('jsRenderin')).toContain('Remove it');
    expect(messageOf('outputFromat')).toContain('Did you mean outputFormat?');
  });
});
