import { describe, expect, it } from '@jest/globals';
import { RULES } from './input/rules.js';
import { TEXT_MAX_CHARS } from './input/scalars.js';
import { OPERATIONS, operationById } from './operations/index.js';
import { validateParams } from './validate-params.js';

const NOW_MS = Date.UTC(2026, 10, 20, 23, 30);

const check = (id: string, input: unknown) => {
  const operation = operationById(id);
  if (!operation) throw new Error(`no operation ${id}`);
  return validateParams(operation, input, { nowMs: NOW_MS });
};

/** `field rule` of every violation, sorted; empty when the input is fine. */
const broken = (id: string, input: unknown): readonly string[] => {
  const checked = check(id, input);
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

/** [what is sent, what is broken]; the second is empty where the first is fine. */
type Row = readonly [change: Readonly<Record<string, unknown>>, ...broken: readonly string[]];

const runRows = (id: string, base: Readonly<Record<string, unknown>>, rows: readonly Row[]): void => {
  it.each(rows.map((row) => [JSON.stringify(row[0]).slice(0, 120), row] as const))(
    '%s',
    (_name, [change, ...rules]) => {
      expect(broken(id, { ...base, ...change })).toEqual([...rules].sort());
    },
  );
};

describe('all violations at once', () => {
  it('reports fields and cross-field rules of one input together', () => {
    const input = {
      checkInDate: '2020-01-01',
      checkOutDate: '2019-01-01',
      rooms: '1.0',
      adults: 'two',
      children: '1',
      price: { max: '15', foo: '1' },
      meals: 'breakfastIncluded',
      page: ['1', '2'],
      zzz: '1',
    };
    expect(broken('lodging/search', input)).toEqual([
      'adults integer',
      'checkInDate after',
      'checkOutDate afterField',
      'childrenAges requiredWhen',
      'keyword required',
      'meals array',
      'page integer',
      'price.foo unknown',
      'price.max min',
      'rooms integer',
      'zzz unknown',
    ]);
  });

  it('says what to do in every message', () => {
    const checked = check('lodging/search', { price: {}, children: '3', propertyType: 'x' });
    const messages = checked.ok ? [] : checked.violations;
    expect(messages.length).toBeGreaterThan(5);
    for (const { field, message } of messages) {
      expect(message.startsWith(field)).toBe(true);
      expect(message.endsWith('.')).toBe(true);
      expect(message).toMatch(/must|required|not a parameter/);
    }
  });

  it.each([
    ['scrape/web', { url: 'https://a.example/', outputFromat: ['html'] }, 'outputFromat', 'outputFormat'],
    ['scrape/web', { url: 'https://a.example/', country: 'DE' }, 'country', 'proxyCountry'],
    ['lodging/search', { price: { minn: '20' } }, 'price.minn', 'min'],
    ['realtya/listing', { keyword: 'a', cost: { pricePerSqft: { mx: '9' } } }, 'cost.pricePerSqft.mx', 'max'],
  ])('%s suggests the closest name for an unknown one: %j', (id, input, field, meant) => {
    const checked = check(id, input);
    const found = checked.ok ? undefined : checked.violations.find((violation) => violation.field === field);
    expect(found?.message).toBe(
      `${field} is not a parameter of this operation. Did you mean ${meant}? Otherwise remove it.`,
    );
  });

  it('suggests nothing where no name is close', () => {
    const checked = check('scrape/web', { url: 'https://a.example/', nope: 1 });
    expect(checked.ok ? [] : checked.violations.map(({ message }) => message)).toEqual([
      'nope is not a parameter of this operation. Remove it or check its spelling.',
    ]);
  });

  it.each(OPERATIONS.map(({ id }) => [id]))('%s names every missing required field', (id) => {
    const operation = operationById(id);
    const due = Object.entries(operation?.input.fields ?? {}).filter(([, field]) => field.isRequired);
    const rules = broken(id, {});
    for (const [name] of due) expect(rules).toContain(`${name} required`);
  });

  it.each(OPERATIONS.map(({ id }) => [id]))('%s refuses what is not an object and unknown names', (id) => {
    for (const input of [null, undefined, [], 'q=1', 5, true]) expect(broken(id, input)).toEqual([' object']);
    expect(broken(id, { nope: '1' })).toContain('nope unknown');
  });
});

describe('retailer/search', () => {
  runRows('retailer/search', {}, [
    [{}, 'q requiredIfNotExists', 'catId requiredIfNotExists'],
    [{ q: 'tv' }],
    [{ catId: '3944' }],
    [{ q: 'tv', catId: '3944_1060825' }],
    [{ url: 'https://www.walmart.com/search?q=tv' }],
    [{ url: 'https://www.walmart.ca/browse/1' }],
    [{ url: 'https://walmart.com.mx/x' }],
    [{ url: 'https://www.target.example/x' }, 'url urlHost'],
    [{ url: 'https://www.walmart.com/search?q=tv', catId: '3944-1' }],
    [
      {
        ...{ url: 'https://www.walmart.com/search?q=tv', q: ['a'], catId: 'x', domain: 'x', language: '?', sort: 'x' },
        ...{ page: 'x', minPrice: '9', maxPrice: '1', deliveryType: 'x', facet: 'x' },
      },
    ],
    [{ url: 'https://www.walmart.com/search?q=tv', catid: '1' }, 'catid unknown'],
    [{ url: 'https://www.target.example/x', catId: '3944-1' }, 'url urlHost'],
    [{ url: '', catId: '3944-1' }, 'url minLength', 'catId regex'],
    [{ url: ['https://www.walmart.com/x'], catId: '3944-1' }, 'url string', 'catId regex'],
    [{ catId: '3944-1' }, 'catId regex'],
    [{ catId: '3944_' }, 'catId regex'],
    [{ q: 'tv', minPrice: '10', maxPrice: '5' }, 'maxPrice notLessThanField'],
    [{ q: 'tv', minPrice: '5', maxPrice: '5' }],
    [{ q: 'tv', minPrice: '-1' }, 'minPrice min'],
    [{ q: 'tv', facet: 'brand:Acme' }],
    [{ q: 'tv', facet: 'brand:Acme||color:Dark blue' }],
    [{ q: 'tv', facet: 'Acme' }, 'facet regex'],
    [{ q: 'tv', facet: 'brand:Acme||color' }, 'facet regex'],
    [{ q: 'tv', facet: 'brand:Acme||' }, 'facet regex'],
    [{ q: 'tv', language: 'DE' }],
    ...['xx', 'en-US', 'fr-CA', 'zh-Hans-CN', 'ast'].map((language): Row => [{ q: 'tv', language }]),
    ...['english', 'e', 'en_US', 'en-', ''].map((language): Row => [
      { q: 'tv', language },
      language === '' ? 'language minLength' : 'language regex',
    ]),
    [{ q: 'tv', domain: 'walmart.com.mx' }],
    [{ q: 'tv', domain: 'walmart.de' }, 'domain enum'],
    [{ q: 'tv', deliveryType: 'drone' }, 'deliveryType enum'],
    [{ q: 'tv', page: '0' }, 'page min'],
    [{ q: '' }, 'q minLength'],
    [{ q: ['a', 'b'] }, 'q string'],
    [{ q: [] }, 'q string'],
  ]);
});

describe('retailer/product', () => {
  runRows('retailer/product', {}, [
    [{}, 'itemId requiredIfNotExists', 'url requiredIfNotExists'],
    [{ itemId: '5113183757' }],
    [{ itemId: '6000207340146' }],
    [{ itemId: '7ABCD12' }],
    [{ itemId: '51 13' }, 'itemId regex'],
    [{ itemId: '51 13', domain: 'x', url: 'https://www.walmart.com/ip/5113183757' }],
    [{ url: 'https://www.walmart.com/ip/5113183757' }],
    [{ itemId: '1', otherOffers: 'true' }],
    [{ itemId: '1', otherOffers: 'false' }],
    [{ itemId: '1', otherOffers: true }],
    ...['1', '0', 'yes', 'TRUE', 'True', '', ' true', ['true'], 1, null].map((otherOffers): Row => [
      { itemId: '1', otherOffers },
      'otherOffers boolean',
    ]),
  ]);
});

describe('enginec/serp', () => {
  runRows('enginec/serp', {}, [
    [{}, 'q requiredIfNotExists', 'nextPageToken requiredIfNotExists'],
    [{ q: 'a' }],
    [{ nextPageToken: 'abc' }],
    [{ q: 'a', nextPageToken: 'abc' }],
    [{ q: 'a', kl: 'wt-wt' }],
    [{ q: 'a', kl: 'hk-tzh' }],
    [{ q: 'a', kl: 'germany' }, 'kl regex'],
    [{ q: 'a', cc: 'DE', setLang: 'zh-Hans' }],
    [{ q: 'a', cc: 'deu' }, 'cc enum'],
    [{ q: 'a', setLang: 'en-gb' }, 'setLang regex'],
    [{ q: 'a', safeSearch: 'on' }, 'safeSearch enum'],
    [{ q: 'a', deviceType: 'watch' }, 'deviceType enum'],
  ]);
});

describe('engineb/serp', () => {
  runRows('engineb/serp', { q: 'a' }, [
    [{ mkt: 'us' }],
    [{ mkt: 'en-us' }],
    [{ mkt: 'EN-US' }],
    [{ mkt: 'xx-yy' }, 'mkt enum'],
    [{ cc: 'br' }],
    [{ setLang: 'en-gb' }],
    [{ setLang: 'zh-hans' }],
    [{ setLang: 'pt-br' }],
    [{ setLang: 'de' }],
    [{ setLang: 'english' }, 'setLang regex'],
    [{ lat: '52.5', lon: '-13.4' }],
    [{ lat: '90', lon: '180' }],
    [{ lat: '90.1', lon: '-181' }, 'lat range', 'lon range'],
    [{ lat: '52.5' }],
    [{ lon: '13.4' }],
    [{ lat: 'north', lon: '1' }, 'lat number'],
    [{ filters: 'ex1:"ez1"' }],
    [{ first: '11' }],
    [{ first: '0' }, 'first min'],
    [{ q: undefined }, 'q required'],
  ]);
});

describe('enginea', () => {
  runRows('enginea/serp', { q: 'a' }, [
    [{ q: undefined }, 'q required'],
    [{ q: '   ' }, 'q required'],
    [{ q: 'x'.repeat(2048) }],
    [{ q: '\u{1f600}'.repeat(2048) }],
    [{ q: 'x'.repeat(2049) }, 'q maxLength'],
    [{ q: '\ud800' }, 'q string'],
    [{ q: 5 }, 'q string'],
    [{ location: 'Austin,Texas,United States', uule: 'w+CAIQ' }, 'uule prohibitedWith'],
    [{ location: '' }, 'location minLength'],
    [{ gl: 'US', hl: 'zh-CN' }],
    [{ gl: 'uk', hl: 'xx-klingon' }],
    [{ gl: 'usa', hl: 'zz' }, 'gl enum', 'hl enum'],
    [{ lr: ['lang_fr', 'lang_zh-CN'] }],
    [{ lr: 'lang_fr' }, 'lr array'],
    [{ lr: ['french'] }, 'lr.0 enum'],
    [{ filter: '2' }, 'filter enum'],
    [{ nfpr: '1', filter: 0 }],
    [{ num: '10' }],
    [{ num: '100' }],
    [{ num: '9' }, 'num range'],
    [{ num: '101' }, 'num range'],
    [{ start: '-10' }, 'start min'],
    ...['1e1', '10.0', '1.0', ' 10', '10 ', '+10', '0x10', '010', '', '10a', '-0', '99999999999999999'].map(
      (start): Row => [{ start }, 'start integer'],
    ),
    [{ start: 10 }],
    [{ start: 10.5 }, 'start integer'],
    [{ start: null }, 'start integer'],
    [{ start: { a: '1' } }, 'start integer'],
    [{ tbm: 'vid' }],
    [{ tbm: 'web' }, 'tbm enum'],
    [{ domain: 'google.de' }],
    [{ domain: 'evil.example' }, 'domain enum'],
    [{ gL: 'us' }, 'gL unknown'],
  ]);

  describe('ai-mode', () => {
    runRows('enginea/ai-mode', { q: 'a' }, [
      [{ continuable: 'true', subsequentRequestToken: 'abc' }],
      [{ subsequentRequestToken: 'x'.repeat(8193) }, 'subsequentRequestToken maxLength'],
      [{ domain: 'google.com' }, 'domain unknown'],
    ]);
  });

  describe('images and shopping', () => {
    runRows('enginea/images', { q: 'a' }, [[{ ijn: '1', safe: 'off' }], [{ ijn: '-1' }, 'ijn min']]);
    runRows('enginea/shopping', { q: 'a' }, [[{ start: '40', shoprs: 'x' }], [{ safe: 'off' }, 'safe unknown']]);
  });

  describe('scholar', () => {
    runRows('enginea/scholar', { q: 'a' }, [
      [{ lr: 'lang_fr' }],
      [{ lr: 'lang_fr|lang_en' }],
      [{ lr: ['lang_fr', 'lang_en'] }],
      [{ lr: 'french' }, 'lr.0 regex'],
      [{ lr: [] }, 'lr minLength'],
      [{ asYlo: '2020', asYhi: '2020' }],
      [{ asYlo: '2021', asYhi: '2020' }, 'asYhi notLessThanField'],
      [{ asYlo: '99' }, 'asYlo range'],
      [{ asYhi: '20200' }, 'asYhi range'],
      [{ scisbd: '1' }],
      [{ scisbd: '0' }, 'scisbd enum'],
      [{ num: '101' }, 'num range'],
      [{ asVis: '1', asRr: '1', filter: '0' }],
      [{ asVis: '2', asRr: 'true' }, 'asVis enum', 'asRr integer'],
    ]);
  });
});

describe('jobboard/listing', () => {
  const page = 'https://de.indeed.com/jobs?q=x&start=10';
  runRows('jobboard/listing', { keyword: 'a', location: 'b' }, [
    [{ keyword: undefined, location: '' }, 'keyword required', 'location required'],
    [{ datePosted: '5' }],
    [{ datePosted: '365' }],
    [{ datePosted: '-1' }, 'datePosted min'],
    [{ datePosted: 'today' }, 'datePosted integer'],
    [{ nextPage: page, start: '10' }],
    [{ nextPage: 'https://evil.example/jobs' }, 'nextPage urlHost'],
    [{ nextPage: page, keyword: undefined }, 'keyword required'],
    [{ sponsoredOnly: 'true', remoteType: 'hybrid' }],
    [{ remoteType: 'office' }, 'remoteType enum'],
  ]);
});

describe('storeplatform/collections', () => {
  runRows('storeplatform/collections', { url: 'https://store.example.com' }, [
    [{ url: undefined }, 'url required'],
    [{ limit: '1' }],
    [{ limit: '250' }],
    [{ limit: '0' }, 'limit range'],
    [{ limit: '251' }, 'limit range'],
    [{ limit: '-5', page: '0' }, 'limit range', 'page min'],
    [{ page: '-1' }, 'page min'],
    [{ page: '1.5' }, 'page integer'],
    [{ url: 'store.example.com' }, 'url url'],
  ]);
});

describe('realtya/listing', () => {
  runRows('realtya/listing', { keyword: 'Seattle' }, [
    [{}],
    [{ keyword: undefined }, 'keyword required'],
    [{ type: '' }, 'type enum'],
    [{ price: { min: '5', max: '4' } }, 'price.max notLessThanField'],
    [{ price: { min: '5', max: '5' } }],
    [{ cost: { pricePerSqft: { min: '50', max: '3000' }, hoa: '100' } }],
    [{ cost: { pricePerSqft: { min: '55' } } }],
    [{ cost: { pricePerSqft: { min: '300', max: '50' } } }, 'cost.pricePerSqft.max notLessThanField'],
    [{ cost: { pricePerSqft: { foo: '1' }, bar: '2' } }, 'cost.bar unknown', 'cost.pricePerSqft.foo unknown'],
    [{ cost: { excludeLandLeases: 'maybe' } }, 'cost.excludeLandLeases boolean'],
    [{ monthlyPayment: { interestRate: '101' } }, 'monthlyPayment.interestRate range'],
    [{ monthlyPayment: { mortgageTerm: 'fixed30Years', downPaymentPercent: '20' } }],
    [{ yearBuilt: { min: '2000', max: '1990' } }, 'yearBuilt.max notLessThanField'],
    [{ yearBuilt: { min: 2000 } }],
    [{ lotSize: { min: '2000 sqft', max: '0.25 acres' } }],
    [{ schools: { greatSchoolRating: '11' } }, 'schools.greatSchoolRating range'],
    [{ transportScores: { walkScore: '0', bikeScore: '100' } }, 'transportScores.walkScore range'],
    [{ moveInDate: '02/28/2027' }],
    [{ moveInDate: '02/30/2027' }, 'moveInDate date'],
    [{ moveInDate: '2027-02-28' }, 'moveInDate date'],
    [{ listingType: { category: ['byAgent'], siteListingsOnly: 'true' } }],
    [{ listingType: { redfinListingsOnly: 'true' } }, 'listingType.redfinListingsOnly unknown'],
    [{ timeOnSite: 'newListing' }],
    [{ homeFeatures: { options: ['waterfront', 'moat'] } }, 'homeFeatures.options.1 enum'],
    [{ homeFeatures: { options: 'waterfront' } }, 'homeFeatures.options array'],
  ]);
});

describe('realtyb/property and localreviews/place', () => {
  runRows('realtyb/property', { url: 'https://www.zillow.com/homedetails/1-A-St/12345_zpid/' }, [
    [{}],
    [{ url: 'https://zillow.com/homedetails/12345_zpid' }],
    [{ url: 'https://www.zillow.com/austin-tx/' }, 'url regex'],
    [{ url: 'https://www.zillow.com/apartments/austin-tx/oak-court/5Xj7m7/' }],
    [{ url: 'https://www.zillow.com/b/oak-court-austin-tx-5Xj7m7/' }],
    [{ url: 'https://zillow.com/b/oak-court-austin-tx-5Xj7m7?x=1' }],
    [{ url: 'https://www.zillow.com/apartments/austin-tx/' }, 'url regex'],
    [{ url: 'https://www.zillow.com/austin-tx/apartments/' }, 'url regex'],
    [{ url: 'https://www.zillow.com/b/' }, 'url regex'],
    [{ url: 'https://www.zillow.com/bx/y/' }, 'url regex'],
    [{ url: 'https://www.zillow.example/homedetails/12345_zpid/' }, 'url urlHost'],
    [{ extractAgentEmails: 'true' }],
    [{ extractAgentEmails: 'on' }, 'extractAgentEmails boolean'],
  ]);
  runRows('localreviews/place', { placeId: 'cafe-berlin-2' }, [
    [{}],
    [{ placeId: 'Zx_-09aA' }],
    [{ placeId: 'café-münchen' }],
    [{ placeId: undefined }, 'placeId required'],
    [{ placeId: 'a/../b' }, 'placeId regex'],
    [{ placeId: 'a?b' }, 'placeId regex'],
    [{ placeId: '..' }, 'placeId regex'],
    [{ placeId: '...' }],
    [{ domain: 'www.yelp.de' }],
    [{ domain: 'yelp.de' }, 'domain enum'],
  ]);
});

it('uses only rule names that are listed', () => {
  expect(Object.keys(RULES)).toEqual(
    expect.arrayContaining([
      ...['requiredIfNotExists', 'requiredWhen', 'range', 'min', 'afterField', 'after', 'fixedLength'],
      ...['greaterThanField', 'urlHost', 'enum', 'array', 'unknown', 'required', 'jsonSchemaAI', 'maxLength'],
    ]),
  );
});

describe('texts', () => {
  runRows('jobboard/listing', { keyword: 'a' }, [
    [{ location: 'x'.repeat(TEXT_MAX_CHARS) }],
    [{ location: 'x'.repeat(TEXT_MAX_CHARS + 1) }, 'location maxLength'],
  ]);

  it('lists short enumerations in the message and counts long ones', () => {
    const message = (input: unknown): string => {
      const checked = check('jobboard/listing', input);
      return checked.ok ? '' : (checked.violations[0]?.message ?? '');
    };
    const base = { keyword: 'a', location: 'b' };
    expect(message({ ...base, sort: 'x' })).toBe('sort must be one of relevance, date.');
    expect(message({ ...base, domain: 'x' })).toContain('one of the 62 documented values');
  });
});
