/** `from a shop`, in the languages of the engine's shops. */
const FROM = new RegExp(
  `^(?:${[
    'from|by|at|bei|von|chez|de|da|di|dal|dalla|en|em|na|no|van|bij|från|hos|fra|od|ze|z|v|u|de la|la|από|из|от|в|від|у|dari|di|từ|จาก|من|מ-?|से',
  ].join('|')})\\s+(?=\\S)`,
  'iu',
);
/** `2 shops`, `5+ shops`: how many sell it, not who. */
const COUNT_OF_SHOPS = /^\d{1,3}\+?\s\p{L}+$/u;

export const isCountOfShops = (text: string): boolean => COUNT_OF_SHOPS.test(text);

export interface SplitSeller {
  readonly seller: string | undefined;
  /** The other text. */
  readonly rest: string;
}

/** Separates the shop from other text beside a price: `from HP Store`, `from 2 shops`, `Pre-owned`. */
export const splitSeller = (text: string): SplitSeller => {
  const name = text.replace(FROM, '').trim();
  if (name === text || isCountOfShops(name) || name.length > 80) return { seller: undefined, rest: text };
  return { seller: name, rest: '' };
};
