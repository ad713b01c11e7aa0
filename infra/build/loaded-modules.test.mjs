import { describe, expect, it } from '@jest/globals';
import { loadedModules } from './loaded-modules.mjs';

describe('what is loaded', () => {
  it('is 60 files at most for a service that fetches and parses nothing', () => {
    expect(loadedModules('dist/gateway.js').files).toBeLessThanOrEqual(60);
    expect(loadedModules('dist/batch-fanout.js').files).toBeLessThanOrEqual(60);
    expect(loadedModules('dist/console.js').files).toBeLessThanOrEqual(60);
  });

  it('is 280 files at most for code that only fetches: no schema library, no parser of a site', () => {
    const { files } = loadedModules('packages/egress/dist/index.js');
    expect(files).toBeGreaterThan(90);
    expect(files).toBeLessThanOrEqual(280);
  });

  it('says which file could not be loaded', () => {
    expect(() => loadedModules('dist/no-such-service.js')).toThrow('dist/no-such-service.js could not be loaded');
  });
});
