import type { Operation } from '@quarry/contracts';
import { codeExamples, type CodeExample } from './code-examples.js';
import { anchorOf, code, codeBlock, each, method, table, tag } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';
import { grammarSection } from './grammar-section.js';
import { listParameters, type Parameter } from './parameter-list.js';
import { creditsText } from './price-text.js';

/** Shows alternatives as such. */
const typeHtml = (type: string): string => safe(type).replaceAll(' | ', '<span class="or"> | </span><wbr>');

const parameterRow = ({ name, type, note, isRequired, default: fallback }: Parameter): string[] => [
  `${code(name)}${isRequired ? ` ${tag('required', 'need')}` : ''}`,
  typeHtml(type),
  `${safe(note)}${fallback === undefined ? '' : ` Default ${code(fallback)}.`}`,
];

const rulesList = (rules: readonly string[]): string =>
  rules.length === 0 ? '' : `<ul class="rules">${each(rules, (rule) => `<li>${safe(rule)}</li>`)}</ul>`;

const pricesList = ({ prices }: Operation): string =>
  `<ul class="prices">${each(
    prices,
    ({ when, credits }) =>
      `<li><b>${creditsText(credits)}</b>${when === 'always' ? '' : ` <span>${safe(when)}</span>`}</li>`,
  )}</ul>`;

/** The first one is open; the others are folded. */
const exampleHtml = ({ language, code: text }: CodeExample): string =>
  `<details${language === 'curl' ? ' open' : ''}><summary>${safe(language)}</summary>${codeBlock(text)}</details>\n`;

/** One endpoint: summary, price, parameters and an example call. */
export const operationSection = (operation: Operation, options: { baseUrl: string; isBatched: boolean }): string => {
  const { path, summary, input } = operation;
  const parameters = listParameters(operation);
  return `<section id="${anchorOf(path)}">
<h3>${method(operation.method)} ${code(path)} ${options.isBatched ? tag('batch') : ''}</h3>
<p>${safe(summary)}.</p>
${pricesList(operation)}
${each(codeExamples(operation, options.baseUrl), exampleHtml)}
<details open><summary>${parameters.length} parameters</summary>
${table(['Name', 'Type', 'Meaning'], parameters.map(parameterRow), 'parameters')}
${rulesList(input.rules)}${grammarSection(operation)}</details>
</section>`;
};
