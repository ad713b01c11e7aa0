const THINKING = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

const tryParse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** The part from the first opening brace to the last closing one: models put fences and words around their answer. */
const bracedPart = (text: string): string | undefined => {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
};

/** Reads the JSON of a model's answer, through code fences, thoughts and words around it; undefined where there is none. */
export const parseAnswer = (answer: string): { readonly value: unknown } | undefined => {
  const text = answer.replace(THINKING, '').trim();
  const direct = tryParse(text);
  if (direct) return direct;
  const braced = bracedPart(text);
  return braced === undefined ? undefined : tryParse(braced);
};
