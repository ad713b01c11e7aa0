import { expect, it } from '@jest/globals';
import { convertPage } from '../../convert/convert-page.js';

const markdownOf = (text: string): string =>
  convertPage({ text, url: '', mediaType: 'text/html' }, { formats: ['markdown'], links: false, emails: false })
    .markdown ?? '';

const markdown = (math: string): string => markdownOf(`<math>${math}</math>`);

it.each([
  ['fractions', '<mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfrac>', '$\\frac{1}{x + 1}$'],
  ['powers and indexes', '<msup><mi>x</mi><mn>2</mn></msup><msub><mi>a</mi><mi>ij</mi></msub>', '$x^2 a_{ij}$'],
  ['both', '<msubsup><mi>x</mi><mn>0</mn><mn>2</mn></msubsup>', '$x_0^2$'],
  ['limits', '<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>', '$\\sum_i^n$'],
  ['roots', '<msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '$\\sqrt{2} \\sqrt[3]{x}$'],
  [
    'tables',
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>',
    '$\\begin{matrix}1 & 0\\end{matrix}$',
  ],
  ['words', '<msup><mtext>area</mtext><mn>2</mn></msup>', '${\\text{area}}^2$'],
  ['nothing but a line', '<mi>E</mi><mo>=</mo><mi>m</mi>', 'E=m'],
  ['too deep trees', `${'<mrow>'.repeat(60)}<msup><mi>x</mi><mn>2</mn></msup>`, 'x2'],
])('writes %s', (_name, math, expected) => {
  expect(markdown(math)).toBe(expected);
});

it.each([
  [
    'signs and letters',
    '<msup><mi>e</mi><mrow><mo>−</mo><mi>λ</mi></mrow></msup><mo>≤</mo><mn>1</mn>',
    '$e^{- \\lambda} \\leq 1$',
  ],
  ['accents', '<mover><mi>x</mi><mo>¯</mo></mover>', '$\\bar{x}$'],
  ['functions', '<msqrt><mi>sin</mi><mi>θ</mi></msqrt>', '$\\sqrt{\\sin \\theta}$'],
])('names %s as TeX does', (_name, math, expected) => {
  expect(markdown(math)).toBe(expected);
});

it.each([
  ['in a line', 'So \\(a_1 + b_2\\) holds.', 'So $a_1 + b_2$ holds.'],
  ['as a block', '\\[x^2 * y^2\\]', '$$x^2 * y^2$$'],
  ['between dollars', 'So $$a_{1}*b_{1}$$', 'So $$a_{1}*b_{1}$$'],
  ['without signs of TeX', 'On \\([a, b]\\).', 'On $[a, b]$.'],
  ['nowhere', 'the group \\(any words here\\)', 'the group \\\\(any words here\\\\)'],
])('keeps TeX that a script would show %s', (_name, text, expected) => {
  expect(markdownOf(`<p>${text}</p>`)).toBe(expected);
});
