/** What a value of a field must look like, whoever states it. */
const FORMS: Readonly<Record<string, RegExp>> = {
  postalCode: /^(?=.*\d)[\p{L}\d][\p{L}\d -]{2,11}$/u,
  sku: /^(?=.*\d)[\p{L}\d][\p{L}\d ._/#+-]{1,39}$/u,
  mpn: /^(?=.*\d)[\p{L}\d][\p{L}\d ._/#+-]{1,39}$/u,
  gtin: /^\d{8,14}$/,
  isbn: /^(?:\d[ -]?){9,12}[\dXx]$/,
  doi: /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s?)?10\.\d{4,9}\/\S+$/i,
  version: /^(?=.*\d).{1,40}$/,
  city: /^[^\d]{2,60}$/,
  country: /^[^\d]{2,60}$/,
  region: /^[^\d]{2,60}$/,
  priceRange: /^.{1,120}$/s,
  salary: /\d/,
  brand: /^.{1,80}$/,
  company: /^.{1,120}$/,
  jobTitle: /^.{1,160}$/,
  username: /^@?[\w.-]{1,60}$/u,
};

export const hasForm = (id: string, text: string): boolean => FORMS[id]?.test(text) ?? true;
