import type { FormField } from './form-field.js';

type Kind = 'region' | 'language';

const CODE = /^[a-z]{2}$/i;

/** Whether the values of a field are codes of countries or languages, by what its note says and how most of them look. */
const kindOf = (note: string, values: readonly (string | number)[]): Kind | undefined => {
  const codes = values.filter((value) => CODE.test(String(value))).length;
  if (values.length < 10 || codes < values.length / 2) return undefined;
  if (/countr/i.test(note)) return 'region';
  return /languag/i.test(note) ? 'language' : undefined;
};

const namesOf = (kind: Kind): Intl.DisplayNames => new Intl.DisplayNames('en', { type: kind, fallback: 'none' });

export interface Choice {
  readonly value: string;
  /** What the value stands for, such as the name of a country; missing where it speaks for itself. */
  readonly meaning?: string | undefined;
}

/** The values of a field, with the names of countries and languages beside their codes, so that both can be searched. */
export const choicesOf = (
  { note }: Pick<FormField, 'note'>,
  values: readonly (string | number)[],
): readonly Choice[] => {
  const kind = kindOf(note, values);
  const names = kind && namesOf(kind);
  return values.map((value) => {
    const code = String(value);
    if (names === undefined || !CODE.test(code)) return { value: code };
    return { value: code, meaning: names.of(kind === 'region' ? code.toUpperCase() : code.toLowerCase()) };
  });
};

/** The choices that a typed text may mean: by the start of the value, by the value, then by the meaning. */
export const findChoices = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const text = typed.trim().toLowerCase();
  if (text === '') return choices;
  const rank = ({ value, meaning = '' }: Choice): number => {
    const [own, said] = [value.toLowerCase(), meaning.toLowerCase()];
    if (own === text) return 0;
    if (own.startsWith(text)) return 1;
    if (said.startsWith(text)) return 2;
    return own.includes(text) || said.includes(text) ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((ranked) => ranked.rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
};
