import { Failure } from '../local/run-command.mjs';

const ID = /^[a-z][a-z0-9]{1,30}\/[a-z][a-z0-9]{1,30}$/;

const capitalised = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** What the parts of an operation `bookshop/book` are called: `{ id, site, thing, constant, body }`. */
export const operationNames = (id) => {
  if (!ID.test(id ?? '')) {
    throw new Failure(`Name the operation as site/thing, in lower case: npm run new:operation -- bookshop/book`);
  }
  const [site, thing] = id.split('/');
  return { id, site, thing, constant: `${site}${capitalised(thing)}`, body: capitalised(thing) };
};
