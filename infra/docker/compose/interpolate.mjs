const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;
/** What may stand between a name and its alternative, the longer ones first. */
const OPERATORS = [':-', ':?', ':+', '-', '?', '+'];

/** A text without meaning, or a variable that must be there and is not. */
export class InterpolationError extends Error {}

/** Reads to the end, or to the brace that closes an alternative: `{ value, end }`. */
const readText = (text, start, isAlternative, lookUp) => {
  let value = '';
  let openBraces = 0;
  for (let at = start; at < text.length;) {
    const char = text[at];
    if (isAlternative && char === '}' && openBraces === 0) return { value, end: at };
    if (char === '$' && (text[at + 1] === '{' || NAME.test(text.slice(at + 1)))) {
      const variable = readVariable(text, at, lookUp);
      value += variable.value;
      at = variable.end;
      continue;
    }
    if (char === '{') openBraces += 1;
    if (char === '}') openBraces -= 1;
    value += char;
    at += text.startsWith('$$', at) ? 2 : 1;
  }
  if (isAlternative) throw new InterpolationError(`"${text}" opens a brace that nothing closes`);
  return { value, end: text.length };
};

const readVariable = (text, at, lookUp) => {
  const isBraced = text[at + 1] === '{';
  const nameAt = at + (isBraced ? 2 : 1);
  const name = NAME.exec(text.slice(nameAt))?.[0] ?? '';
  const nameEnd = nameAt + name.length;
  const given = lookUp(name);
  if (!isBraced) return { value: given ?? '', end: nameEnd };
  if (name !== '' && text[nameEnd] === '}') return { value: given ?? '', end: nameEnd + 1 };
  const operator = OPERATORS.find((sign) => text.startsWith(sign, nameEnd));
  if (name === '' || operator === undefined) {
    throw new InterpolationError(`"${text.slice(at)}" is no variable; a dollar sign that is meant as such is $$`);
  }
  const isThere = given !== undefined && (given !== '' || !operator.startsWith(':'));
  const isReplaced = operator.endsWith('+');
  // An alternative that is not used may lack its variables.
  const inner = readText(text, nameEnd + operator.length, true, isThere === isReplaced ? lookUp : () => 'unused');
  const end = inner.end + 1;
  if (isReplaced) return { value: isThere ? inner.value : '', end };
  if (isThere) return { value: given, end };
  if (operator.endsWith('-')) return { value: inner.value, end };
  throw new InterpolationError(`${name} is missing${inner.value === '' ? '' : `: ${inner.value}`}`);
};

/**
 * Fills the variables of a text in as Compose does: `$A`, `${A}`, `${A:-b}`, `${A-b}`, `${A:?error}`, `${A?error}`,
 * `${A:+b}`, `${A+b}`, in alternatives too, and `$$` for a dollar sign. With a colon, empty counts as unset. What is not
 * set is empty. Throws InterpolationError.
 */
export const interpolate = (text, variables) => readText(text, 0, false, (name) => variables[name]).value;

/** Fills in every text of a tree of lists and records; keys stay. */
export const interpolateTree = (tree, variables) => {
  if (typeof tree === 'string') return interpolate(tree, variables);
  if (Array.isArray(tree)) return tree.map((entry) => interpolateTree(entry, variables));
  if (tree === null || typeof tree !== 'object') return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, entry]) => [key, interpolateTree(entry, variables)]));
};
