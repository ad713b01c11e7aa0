import { at, isObject, itemsOf, present, textOf, type Json, type JsonObject } from '../../shared/embedded-state.js';

const MAX_CRITERIA = 20;
const MAX_OPTIONS = 500;

const idsOf = (list: Json): string[] =>
  itemsOf(list)
    .map(textOf)
    .filter((id) => id !== undefined);

/** The product of an option: the one that is like that of the page in all else. */
const productOf = (option: Json, others: readonly string[], variants: Json): Json => {
  const products = idsOf(at(option, 'products')).map((id) => at(variants, id));
  const alike = products.find((product) => {
    const own = new Set(idsOf(at(product, 'variants')));
    return own.size > 0 && others.every((id) => own.has(id));
  });
  return alike ?? (products.length === 1 ? products[0] : undefined);
};

/** What a product can be had in, such as sizes and colours, with the item of each. */
export const readVariants = (product: JsonObject): readonly JsonObject[] | undefined => {
  const selected = idsOf(product['selectedVariantIds']);
  const variants = product['variantsMap'];
  const images = product['imageMap'];
  const criteria = itemsOf(product['variantCriteria']).slice(0, MAX_CRITERIA).filter(isObject);
  const read = criteria.map((criterion): JsonObject => {
    const list = itemsOf(criterion['variantList']).slice(0, MAX_OPTIONS);
    const own = new Set(list.map((option) => textOf(at(option, 'id'))));
    const others = selected.filter((id) => !own.has(id));
    const options = list
      .map((option) => {
        const [image] = idsOf(at(option, 'images'));
        const swatch = textOf(at(option, 'swatchImageUrl'));
        return present({
          value: textOf(at(option, 'name')),
          itemId: textOf(at(productOf(option, others, variants), 'usItemId')),
          availability: textOf(at(option, 'availabilityStatus')),
          isSelected: at(option, 'selected') === true || selected.includes(textOf(at(option, 'id')) ?? ''),
          image: swatch ?? (image === undefined ? undefined : textOf(at(images, image, 'url'))),
        });
      })
      .filter(({ value }) => value !== undefined);
    return { name: textOf(criterion['name']), options };
  });
  const whole = read.filter(({ name, options }) => name !== undefined && itemsOf(options).length > 0);
  return whole.length > 0 ? whole : undefined;
};
