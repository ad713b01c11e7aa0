import { defined, isObject, type JsonObject } from '@quarry/html';
import { at, itemsOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import { isOfType } from '../../shared/linked-data.js';
import { plainText } from './find-business.js';

/** Most dishes of one menu, and how deep sections may stand in sections. */
const MAX_DISHES = 500;
const MAX_DEPTH = 4;

interface Dish {
  readonly name: string;
  readonly description?: string;
  readonly price?: number;
  readonly currency?: string;
}

export interface MenuSection {
  readonly name?: string;
  readonly dishes: readonly Dish[];
}

/** schema.org lets one value stand for a list of one. */
const listed = (value: Json): readonly Json[] => (isObject(value) ? [value] : itemsOf(value));

const dishOf = (item: Json): Dish | undefined => {
  const name = plainText(at(item, 'name'));
  const [offer] = listed(at(item, 'offers'));
  if (name === undefined) return undefined;
  return defined<Dish>({
    name,
    description: plainText(at(item, 'description')),
    price: statedAmount(at(offer, 'price')),
    currency: textOf(at(offer, 'priceCurrency')),
  });
};

const MENU: ReadonlySet<string> = new Set(['Menu']);

/**
 * The sections of a menu by schema.org's names: of the place (`hasMenu`), or of a `Menu` beside it on the page. An address alone
 * is no menu. Undefined without a dish.
 */
export const menuSections = (
  place: JsonObject | undefined,
  data: readonly JsonObject[],
): readonly MenuSection[] | undefined => {
  const sections: MenuSection[] = [];
  let left = MAX_DISHES;
  const read = (node: Json, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const dishes = listed(at(node, 'hasMenuItem'))
      .slice(0, left)
      .map(dishOf)
      .filter((dish) => dish !== undefined);
    left -= dishes.length;
    if (dishes.length > 0) sections.push(defined<MenuSection>({ name: plainText(at(node, 'name')), dishes }));
    for (const section of listed(at(node, 'hasMenuSection'))) read(section, depth + 1);
  };
  const own = listed(place?.['hasMenu']).filter(isObject);
  const menus = own.length > 0 ? own : data.filter((one) => isOfType(one, MENU));
  for (const menu of menus) read(menu, 0);
  return sections.length > 0 ? sections : undefined;
};
