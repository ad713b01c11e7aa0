import type { z } from 'zod';
import type { Operation } from '../operation.js';
import type { Target } from '../target.js';
import { engineaAiMode } from './enginea/ai-mode.js';
import { engineaImages } from './enginea/images.js';
import { engineaScholar } from './enginea/scholar.js';
import { engineaSerp } from './enginea/serp.js';
import { engineaShopping } from './enginea/shopping.js';
import { enginebSerp } from './engineb/serp.js';
import { enginecSerp } from './enginec/serp.js';
import { jobboardListing } from './jobboard/listing.js';
import { localreviewsPlace } from './localreviews/place.js';
import { lodgingPlace } from './lodging/place.js';
import { lodgingSearch } from './lodging/search.js';
import { mapWeb } from './page/map.js';
import { scrapeWeb } from './page/web.js';
import { realtyaListing } from './realtya/listing.js';
import { realtybProperty } from './realtyb/property.js';
import { retailerProduct } from './retailer/product.js';
import { retailerSearch } from './retailer/search.js';
import { storeplatformCollections } from './storeplatform/collections.js';
import { localreviewsSearch } from './localreviews/search.js';

const ALL = [
  scrapeWeb,
  engineaSerp,
  engineaAiMode,
  engineaShopping,
  engineaImages,
  engineaScholar,
  enginebSerp,
  enginecSerp,
  lodgingSearch,
  lodgingPlace,
  retailerSearch,
  retailerProduct,
  jobboardListing,
  storeplatformCollections,
  realtyaListing,
  realtybProperty,
  localreviewsPlace,
  localreviewsSearch,
  mapWeb,
];

type Known = (typeof ALL)[number];
export type OperationId = Known['id'];
type ById = { readonly [Id in OperationId]: Extract<Known, { readonly id: Id }> };
/** The parameters of an operation: checked, coerced, defaults applied. */
export type OperationParams<Id extends OperationId> = z.output<ReturnType<ById[Id]['paramsSchema']>>;
/** The result of an operation. */
export type OperationResult<Id extends OperationId> = z.output<ById[Id]['result']>;
/** A type with only the names of its schema, at every level; sites may add others to a result. */
type Named<T> = T extends readonly (infer Item)[] ? readonly Named<Item>[] : T extends object ? NamedFields<T> : T;
type NamedFields<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: never } extends never
  ? T
  : { readonly [Name in keyof T as string extends Name ? never : Name]: Named<T[Name]> };

/** What a parser returns: the result without `requestMetadata`, with the names of the contract alone. */
export type OperationBody<Id extends OperationId> = Omit<NamedFields<OperationResult<Id>>, 'requestMetadata'>;

/** Every endpoint that costs credits. Routes, OpenAPI, CLI commands and docs are derived from this list. */
export const OPERATIONS: readonly Operation[] = ALL;

const byId = new Map<string, Operation>(OPERATIONS.map((operation) => [operation.id, operation]));
const byPath = new Map(OPERATIONS.map((operation) => [operation.path, operation]));

/** An operation with the types of its parameters and its result. */
export const operationOf = <Id extends OperationId>(id: Id): Operation<OperationParams<Id>, OperationResult<Id>, Id> =>
  // safe because ids are unique
  byId.get(id) as unknown as Operation<OperationParams<Id>, OperationResult<Id>, Id>;

/** The engines and sites of the operations, each once, in the order of the operations. */
export const TARGETS: readonly Target[] = [...new Set(OPERATIONS.flatMap(({ target }) => target ?? []))];

export const operationById = (id: string): Operation | undefined => byId.get(id);

/** The operation served under a path such as `/scrape/enginea/serp`. */
export const operationForPath = (path: string): Operation | undefined => byPath.get(path);
