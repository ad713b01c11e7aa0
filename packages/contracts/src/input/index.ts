/** Checks of JSON bodies, for paths that are no operations: the same rules, messages and violations. */
export { checkInput } from './check-input.js';
export { list } from './composites.js';
export { email, url } from './formats.js';
export { jsonChoice, jsonFlag, jsonInteger, text } from './scalars.js';
