import type { Operation } from '@quarry/contracts';
import { curlExample } from './curl-example.js';
import { anchorOf, code, codeBlock, each, NOT_YET, table, tag } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';
import { listParameters, type Parameter } from './parameter-list.js';
import { creditsText } from './price-text.js';

/** Texts of several choices read as choices. */
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

/** Everything about one endpoint: what it does, costs and takes, with a command that calls it. */
export const operationSection = (operation: Operation, options: { baseUrl: string; isBatchBuilt: boolean }): string => {
  const { method, path, summary, isBuilt, input } = operation;
  const parameters = listParameters(operation);
  const tags = `${isBuilt ? '' : tag(NOT_YET)}${options.isBatchBuilt ? tag('batch') : ''}`;
  return `<section id="${anchorOf(path)}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)} ${tags}</h3>
<p>${safe(summary)}.</p>
${pricesList(operation)}
${codeBlock(curlExample(operation, options.baseUrl))}
<details${isBuilt ? ' open' : ''}><summary>${parameters.length} parameters</summary>
${table(['Name', 'Type', 'Meaning'], parameters.map(parameterRow), 'parameters')}
${rulesList(input.rules)}</details>
</section>`;
};
