import { GRAMMARS, type Grammar, type Operation } from '@quarry/contracts';
import { bullets, code, jsonBlock, table } from './markdown.js';

/** The grammars of an operation's fields. */
const grammarsOf = ({ input }: Operation): readonly Grammar[] =>
  GRAMMARS.filter(({ field }) => Object.hasOwn(input.fields, field));

const grammarText = ({ field, intro, forms, rules, example }: Grammar): string =>
  [
    `### ${field}`,
    intro,
    table(
      ['Form', 'Meaning'],
      forms.map(({ form, meaning }) => [code(form), meaning]),
    ),
    bullets(rules),
    jsonBlock({ [field]: example }),
  ].join('\n\n');

/** What may be written in the fields of an operation that have a grammar; empty for most operations. */
export const grammarTexts = (operation: Operation): readonly string[] => grammarsOf(operation).map(grammarText);

/** The same for language models. */
export const grammarLines = (operation: Operation): readonly string[] =>
  grammarsOf(operation).flatMap(({ field, intro, forms, rules, example }) => [
    `${field}: ${intro}`,
    ...forms.map(({ form, meaning }) => `  - ${form}: ${meaning}`),
    ...rules.map((rule) => `  - ${rule}`),
    `  - Example: ${JSON.stringify({ [field]: example })}`,
  ]);
