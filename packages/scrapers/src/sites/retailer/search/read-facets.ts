import { defined } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Facet } from './result.js';

type FacetValue = NonNullable<Facet['values']>[number];

/** Most values of one filter, including nested ones. */
const MAX_VALUES = 500;
const MAX_FACETS = 200;
const MAX_DEPTH = 4;
/** Sort orders are not filters. */
const NO_FILTERS: ReadonlySet<string> = new Set(['sort']);

const valuesOf = (type: string, values: Json, depth = 0): FacetValue[] =>
  itemsOf(values).flatMap((value) => {
    const id = textOf(at(value, 'id')) ?? textOf(at(value, 'name'));
    const name = textOf(at(value, 'title')) ?? textOf(at(value, 'name')) ?? id;
    const below = depth < MAX_DEPTH ? valuesOf(type, at(value, 'values'), depth + 1) : [];
    if (id === undefined) return below;
    const count = amountOf(at(value, 'itemCount'));
    return [
      defined<FacetValue>({
        name,
        value: `${textOf(at(value, 'type')) ?? type}:${id}`,
        count: Number.isInteger(count) ? count : undefined,
      }),
      ...below,
    ];
  });

const facetOf = (facet: Json): readonly [string, Facet] | undefined => {
  const type = textOf(at(facet, 'type'));
  if (type === undefined || NO_FILTERS.has(type)) return undefined;
  const values = valuesOf(type, at(facet, 'values')).slice(0, MAX_VALUES);
  const [min, max] = [numberOf(at(facet, 'min')), numberOf(at(facet, 'max'))];
  if (values.length === 0 && (min === undefined || max === undefined)) return undefined;
  const name = textOf(at(facet, 'title')) ?? textOf(at(facet, 'name')) ?? type;
  return [type, defined<Facet>({ name, values, ...(values.length === 0 ? { min, max } : {}) })];
};

/** The filters that a page offers, each once; `value` is what `facet` takes. */
export const readFacets = (initialData: Json): Facet[] | undefined => {
  const facets = new Map<string, Facet>();
  for (const module of itemsOf(at(initialData, 'contentLayout', 'modules'))) {
    const configs = at(module, 'configs');
    const all = ['allSortAndFilterFacets', 'topNavFacets'].flatMap((key) => itemsOf(at(configs, key)));
    for (const facet of all.slice(0, MAX_FACETS)) {
      const [type, read] = facetOf(facet) ?? [];
      if (type !== undefined && read && !facets.has(type)) facets.set(type, read);
    }
  }
  return facets.size > 0 ? [...facets.values()] : undefined;
};
