/** What a value of a field must look like, wherever it is stated. */
const FORMS: Readonly<Record<string, RegExp>> = {
  postalCode: /^(?=.*\d)[\p{L}\d][\p{L}\d -]{2,11}$/u,
  sku: /^(?=.*\d)[\p{L}\d][\p{L}\d ._/#+-]{1,39}$/u,
  mpn: /^(?=.*\d)[\p{L}\d][\p{L}\d ._/#+-]{1,39}$/u,
  gtin: /^(?=.*\d)[A-Za-z\d-]{6,20}$/,
  license: /^.{2,120}$/,
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
  agent: /^[^\d]{2,80}$/,
  organizer: /^.{2,120}$/,
  author: /^(?!(?:foto|photo|фото|image|bild|picture|credit|getty|source|quelle)\b)(?!фото).{2,300}$/iu,
  username: /^@?[\w.-]{1,60}$/u,
};

/** Fields that are words; a bare number beside such a label is the score or the count of it. */
const WORDS = new Set(
  'amenities cuisine education category categories skills features benefits location industry requirements experience condition difficulty material brand company author'.split(
    ' ',
  ),
);

export const hasForm = (id: string, text: string): boolean =>
  (FORMS[id]?.test(text) ?? true) && (!WORDS.has(id) || /\p{L}/u.test(text));
