import { defined, isObject, type JsonObject } from '@quarry/html';
import { at, itemsOf, textOf, type Json } from '../../../shared/json-values.js';

const MAX_CRITERIA = 20;
const MAX_OPTIONS = 500;

const idsOf = (list: Json): string[] =>
  itemsOf(list)
    .map(textOf)
    .filter((id) => id !== undefined);

type VariantsOf = (product: Json) => ReadonlySet<string>;

/** The variants of a product, each looked up once: many options can name the same. */
const createVariantsOf = (): VariantsOf => {
  const known = new Map<Json, ReadonlySet<string>>();
  return (product) => {
    const found = known.get(product) ?? new Set(idsOf(at(product, 'variants')));
    known.set(product, found);
    return found;
  };
};

/** The product of an option: the one that equals the page's product in all else. */
const productOf = (option: Json, others: readonly string[], variants: Json, variantsOf: VariantsOf): Json => {
  const products = idsOf(at(option, 'products')).map((id) => at(variants, id));
  const alike = products.find((product) => {
    const own = variantsOf(product);
    return own.size > 0 && others.every((id) => own.has(id));
  });
  return alike ?? (products.length === 1 ? products[0] : undefined);
};

interface VariantOption {
  readonly value?: string | undefined;
  readonly itemId?: string | undefined;
  readonly availability?: string | undefined;
  readonly isSelected: boolean;
  readonly image?: string | undefined;
}

/** The variants of a product, such as sizes and colours, with the item of each. */
export const readVariants = (product: JsonObject): readonly JsonObject[] | undefined => {
  const selected = idsOf(product['selectedVariantIds']).slice(0, MAX_CRITERIA);
  const variantsOf = createVariantsOf();
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
        return defined<VariantOption>({
          value: textOf(at(option, 'name')),
          itemId: textOf(at(productOf(option, others, variants, variantsOf), 'usItemId')),
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
