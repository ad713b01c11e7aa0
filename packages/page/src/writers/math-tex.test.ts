import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const markdown = (math: string): string =>
  convertPage(
    { text: `<math>${math}</math>`, url: '', mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false },
  ).markdown ?? '';

it.each([
  ['fractions', '<mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfrac>', '$\\frac{1}{x + 1}$'],
  ['powers and indexes', '<msup><mi>x</mi><mn>2</mn></msup><msub><mi>a</mi><mi>ij</mi></msub>', '$x^2 a_{ij}$'],
  ['both', '<msubsup><mi>x</mi><mn>0</mn><mn>2</mn></msubsup>', '$x_0^2$'],
  ['limits', '<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>', '${∑}_i^n$'],
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
