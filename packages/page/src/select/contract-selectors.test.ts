import { describe, expect, it } from '@jest/globals';
import { operationById, validateParams } from '@quarry/contracts';
import { compile } from 'css-select';
import fc from 'fast-check';
import { SelectorEngine } from './selector-engine.js';
import { StepBudget } from './step-budget.js';

/** States that css-select alone does not know. */
const STATE = /:(?:focus-visible|focus-within|focus|target)\b/gi;

const isKnown = (selector: string): boolean => {
  try {
    new SelectorEngine(new StepBudget(0)).compile(selector);
    // The engine reads the formulas of counting pseudo-classes late; css-select checks them at once.
    if (/:nth-/i.test(selector))
      compile(selector.replace(STATE, ':first-child'), { relativeSelector: false, pseudos: {} });
    return true;
  } catch {
    return false;
  }
};

describe('the contract and the engine', () => {
  const isAccepted = (selector: string): boolean => {
    const operation = operationById('scrape/web');
    if (!operation) throw new Error('There is no scrape/web.');
    return validateParams(operation, { url: 'https://a.example/', excludeTags: [selector] }).ok;
  };

  const simple = fc.constantFrom(
    ...[
      'a',
      '*',
      '.x',
      '#y',
      '[href]',
      '[a="b" i]',
      ':hover',
      ':focus',
      ':foo',
      '::before',
      ':first-line',
      'x|y',
      '*|*',
      '@z',
    ],
    ...[
      ':nth-child(2n+1)',
      ':nth-child(x)',
      ':nth-child(2 of .x)',
      ':nth-of-type(2 of .x)',
      ':nth-last-child(-n)',
      ':nth-child',
    ],
    ...[
      ':first-child(2)',
      ':lang(en)',
      ':lang',
      ':contains("a")',
      ':contains',
      ':root',
      ':scope',
      ':checked',
      ':checked(x)',
    ],
    ...[':defined', ':dir(ltr)', ':visible', ':eq(2)', ':first', ':target', ':only-of-type', ':empty', ':matches(a)'],
  );
  const compound = fc.array(simple, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
  const nested = fc
    .tuple(fc.constantFrom(':is(', ':not(', ':has(', ':has(> ', ':where(', ':not(> ', ':any('), compound)
    .map(([start, inner]) => `${start}${inner})`);
  const part = fc.oneof(compound, nested);
  const combinator = fc.constantFrom(' ', ' > ', ' + ', ' ~ ', ', ', ' || ');
  const selector = fc
    .tuple(part, fc.option(fc.tuple(combinator, part), { nil: undefined }))
    .map(([first, more]) => (more ? first + more[0] + more[1] : first));

  // The engine passes over a fault behind a part that matches nothing; the contract reads all of a selector.
  it('what the contract accepts the engine knows', () => {
    let accepted = 0;
    fc.assert(
      fc.property(selector, (text) => {
        if (!isAccepted(text)) return;
        accepted += 1;
        expect([text, isKnown(text)]).toEqual([text, true]);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it.each(['a:foo', 'a::before', ':eq(2)', ':visible', 'x|y', 'a || b', ':dir(ltr)', ':nth-child(x)', ':defined'])(
    'neither takes %s',
    (text) => {
      expect([isAccepted(text), isKnown(text)]).toEqual([false, false]);
    },
  );
});
