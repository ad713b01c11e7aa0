/** What a page shows of what a program printed. */

const MAX_ROWS = 2;
const MAX_TEXT = 160;
const ID = '0197c1f2-6d0b-4b6e-9c55-0f4de2a7b9d1';
/** Of the headers of a target only this one says something. */
const SHOWN_HEADERS = ['content-type'];

const cut = (value, name) => {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ROWS).map((entry) => cut(entry));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => name !== 'headers' || SHOWN_HEADERS.includes(key));
  return Object.fromEntries(members.map(([key, member]) => [key, cut(member, key)]));
};

const tryJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Lines of JSON in the order of the items. */
const rowsOf = (text) => {
  const rows = text.trim().split('\n').map(tryJson);
  const isRows = rows.length > 1 && rows.every((row) => row?.result !== undefined);
  return isRows && rows.toSorted((one, other) => one.result.index - other.result.index);
};

/** The text of a page: JSON is indented, lists and long texts are cut, ids and addresses are those of the documentation. */
export const shownText = (printed, addresses) => {
  const [rows, value] = [rowsOf(printed), tryJson(printed)];
  const isObject = typeof value === 'object' && value !== null;
  let text = printed.trim();
  if (rows) text = rows.map((row) => JSON.stringify(cut(row))).join('\n');
  else if (isObject) text = JSON.stringify(cut(value), null, 2);
  for (const [own, shown] of addresses) text = text.replaceAll(own, shown);
  return text
    .replaceAll(/expires=\d+&signature=[\w-]+/g, 'expires=1795766400&signature=J4m…')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, ID)
    .replaceAll(/acc_\w+/g, 'acc_1')
    .replaceAll(/whsec_[\w+/=]+/g, 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH');
};

/** Values that differ from run to run, by the name of their field. */
const CHANGING =
  /Ms$|Bytes|Credits|Token$|Concurrency$|^timings$|^timeTaken$|^(?:created|started|ended|finished|deadline|expires|lastUsed)At$|^period|^nextRuns$/;

const steadyValue = (value, name = '') => {
  if (CHANGING.test(name)) return '<changing>';
  if (typeof value === 'string') return value.replaceAll(/-[\da-f]{8}\./g, '-<digest>.');
  if (Array.isArray(value)) return value.map((entry) => steadyValue(entry));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, steadyValue(member, key)]));
};

/** What is equal in every run: JSON in the order of its names, without what changes; other lines without large amounts. */
export const steadyText = (text) => {
  const value = tryJson(text);
  if (typeof value === 'object' && value !== null) return JSON.stringify(steadyValue(value), null, 1);
  const rows = rowsOf(text);
  if (rows) return rows.map((row) => JSON.stringify(steadyValue(row), null, 1)).join('\n');
  const lines = text.split('\n').map((line) => line.replaceAll(/\b\d{5,}\b/g, '<amount>'));
  return lines.sort().join('\n');
};

/** The `data` of a response, which is what the command line prints of some. */
export const dataOf = (text) => JSON.stringify(JSON.parse(text).data, null, 2);
