import { GRAMMARS, type Grammar, type Operation } from '@quarry/contracts';
import { code, codeBlock, each, table } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';

/** The grammars of an operation's fields. */
export const grammarsOf = ({ input }: Operation): readonly Grammar[] =>
  GRAMMARS.filter(({ field }) => Object.hasOwn(input.fields, field));

const grammarHtml = ({ field, intro, forms, rules, example }: Grammar): string => `<h4>${code(field)}</h4>
<p>${safe(intro)}</p>
${table(
  ['Form', 'Meaning'],
  forms.map(({ form, meaning }) => [code(form), safe(meaning)]),
)}
<ul class="rules">${each(rules, (rule) => `<li>${safe(rule)}</li>`)}</ul>
${codeBlock(JSON.stringify({ [field]: example }, null, 2))}`;

/** What may be written in the fields of an operation that have a grammar; empty for most operations. */
export const grammarSection = (operation: Operation): string => each(grammarsOf(operation), grammarHtml);

/** The same for language models. */
export const grammarLines = (operation: Operation): readonly string[] =>
  grammarsOf(operation).flatMap(({ field, intro, forms, rules, example }) => [
    `${field}: ${intro}`,
    ...forms.map(({ form, meaning }) => `  - ${form}: ${meaning}`),
    ...rules.map((rule) => `  - ${rule}`),
    `  - Example: ${JSON.stringify({ [field]: example })}`,
  ]);
