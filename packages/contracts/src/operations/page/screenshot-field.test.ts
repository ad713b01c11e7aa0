import { describe, expect, it } from '@jest/globals';
import { DEVICES } from '../../enums/devices.js';
import { validateParams } from '../../validate-params.js';
import { VIEWPORT_MAX_PX, VIEWPORT_MIN_PX } from './screenshot-field.js';
import { scrapeWeb } from './web.js';

const check = (screenshot: unknown) => validateParams(scrapeWeb, { url: 'https://example.com/', screenshot });

const broken = (screenshot: unknown): readonly string[] => {
  const checked = check(screenshot);
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

const viewport = (width: unknown, height: unknown = 800): unknown => ({ viewport: { width, height } });

describe('screenshot', () => {
  it.each([
    [true],
    [{}],
    [{ fullPage: false, format: 'webp', quality: 1 }],
    [{ fullPage: true, format: 'png' }],
    [{ fullPage: false, selector: 'h1:user-valid' }],
    [{ selector: '#main', format: 'jpeg', quality: 100 }],
    [viewport(VIEWPORT_MIN_PX, VIEWPORT_MAX_PX)],
    [{ device: 'iPhone 15 Pro' }],
  ])('%j is fine, and kept as it is', (screenshot) => {
    expect(check(screenshot)).toMatchObject({ ok: true, params: { screenshot, blockResources: false } });
  });

  it.each<readonly [unknown, ...string[]]>([
    ['yes', ' boolean'],
    [null, ' boolean'],
    [[], ' boolean'],
    [{ fullpage: true }, '.fullpage unknown'],
    [{ fullPage: 'true' }, '.fullPage boolean'],
    [{ format: 'gif' }, '.format enum'],
    [{ quality: 0 }, '.quality range'],
    [{ quality: 101 }, '.quality range'],
    [{ quality: '80' }, '.quality integer'],
    [{ format: 'png', quality: 80 }, '.quality prohibitedWith'],
    [{ selector: 'h1[' }, '.selector selector'],
    [{ selector: 'h1', fullPage: true }, '.selector prohibitedWith'],
    [viewport(VIEWPORT_MIN_PX - 1), '.viewport.width range'],
    [viewport(VIEWPORT_MAX_PX + 1, 1.5), '.viewport.height integer', '.viewport.width range'],
    [{ viewport: { width: 800 } }, '.viewport.height required'],
    [{ viewport: '800x600' }, '.viewport object'],
    [{ device: 'iPhone 99' }, '.device enum'],
    [{ device: 'iPad', viewport: { width: 800, height: 600 } }, '.device prohibitedWith'],
    [{ quality: 0, device: 5, x: 1 }, '.device string', '.quality range', '.x unknown'],
  ])('%j is refused by the path of what is wrong', (screenshot, ...violations) => {
    expect(broken(screenshot)).toEqual(violations.map((violation) => `screenshot${violation}`).sort());
  });

  it('takes every device, upright and turned', () => {
    expect(new Set(DEVICES).size).toBe(DEVICES.length);
    for (const device of DEVICES) expect(broken({ device })).toEqual([]);
    expect(DEVICES).toEqual(expect.arrayContaining(['iPhone 17', 'iPhone 17 landscape', 'Galaxy S9+']));
  });

  it('is documented as both of its forms', () => {
    expect(scrapeWeb.input.fields['screenshot']).toMatchObject({
      default: false,
      schema: { anyOf: [{ type: 'boolean' }, { type: 'object', additionalProperties: false }] },
    });
    expect(scrapeWeb.input.rules.join(' ')).toContain('screenshot.quality requires');
  });
});
