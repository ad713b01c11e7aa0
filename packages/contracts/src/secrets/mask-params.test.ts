import { describe, expect, it } from '@jest/globals';
import { MASKED, maskParams } from './mask-params.js';

describe('maskParams', () => {
  it('shows everything that is no secret', () => {
    const params = {
      url: 'https://shop.example/?q=tea&keyword=green&page=2&keys=3&country_code_list=de',
      headers: { 'accept-language': 'en' },
      jsScenario: [{ fill: ['#search', 'tea'] }, { click: 'button' }, { wait: 5 }],
      extractRules: { title: 'h1' },
      maxAge: null,
    };
    expect(maskParams(params)).toEqual(params);
  });

  it.each([
    [
      { headers: { Cookie: 'a=1', 'x-api-key': 'k', dnt: '1' } },
      { headers: { Cookie: MASKED, 'x-api-key': MASKED, dnt: '1' } },
    ],
    [{ webhook: { url: 'https://me:pw@hook.example/x' } }, { webhook: { url: `https://${MASKED}@hook.example/x` } }],
    [
      { delivery: { bucket: 'b', accessKeyId: 'A', secretAccessKey: 's' } },
      { delivery: { bucket: 'b', accessKeyId: 'A', secretAccessKey: MASKED } },
    ],
    [{ webhook: 'https://token@hook.example/x' }, { webhook: `https://${MASKED}@hook.example/x` }],
    [{ url: 'https://a.example/?api_key=1&x=2#y' }, { url: `https://a.example/?api_key=${MASKED}&x=2#y` }],
    [{ url: 'https://maps.example/api?q=tea&key=AIza' }, { url: `https://maps.example/api?q=tea&key=${MASKED}` }],
    [
      { url: 'https://a.example/?X-Amz-Credential=1&AWSAccessKeyId=2&X-Amz-Date=3' },
      { url: `https://a.example/?X-Amz-Credential=${MASKED}&AWSAccessKeyId=${MASKED}&X-Amz-Date=3` },
    ],
    [
      { url: 'https://a.example/?jwt=1&code=2#csrf=3' },
      { url: `https://a.example/?jwt=${MASKED}&code=${MASKED}#csrf=${MASKED}` },
    ],
    [{ url: 'https://a.example/?x=2&access_token=abc' }, { url: `https://a.example/?x=2&access_token=${MASKED}` }],
    [
      { jsScenario: [{ fill: ['input[type=password]', 'pw'] }] },
      { jsScenario: [{ fill: ['input[type=password]', MASKED] }] },
    ],
    [{ jsScenario: [{ fill: ['#card-number', '4111'] }] }, { jsScenario: [{ fill: ['#card-number', MASKED] }] }],
  ])('hides the secret of %j', (params, shown) => {
    expect(maskParams(params)).toEqual(shown);
  });

  it.each([null, 7, 'text', [1]])('leaves %j, which has no fields', (value) => {
    expect(maskParams(value)).toEqual(value);
  });

  it('takes time in proportion to a long text', () => {
    const url = `https://${'a'.repeat(500_000)}`;
    const startedAt = performance.now();
    expect(maskParams({ url, q: `${'?token'.repeat(100_000)}` })).toMatchObject({ url });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
