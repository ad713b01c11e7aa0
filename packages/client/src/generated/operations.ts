// Made from the contract by `npm run generate`. Do not edit.

import type { BatchOperation } from '../batch/batch-operation.js';
import type { BindBatch, BindOperation, KeyedCallOptions, OperationMethod } from '../operation-method.js';
import type {
  EngineaAiModeParams,
  EngineaAiModeResult,
  EngineaImagesParams,
  EngineaImagesResult,
  EngineaScholarParams,
  EngineaScholarResult,
  EngineaSerpDefaults,
  EngineaSerpItem,
  EngineaSerpParams,
  EngineaSerpResult,
  EngineaShoppingParams,
  EngineaShoppingResult,
  EnginebSerpParams,
  EnginebSerpResult,
  EnginecSerpParams,
  EnginecSerpResult,
  JobboardListingParams,
  JobboardListingResult,
  LocalreviewsPlaceParams,
  LocalreviewsPlaceResult,
  LocalreviewsSearchParams,
  LocalreviewsSearchResult,
  LodgingPlaceParams,
  LodgingPlaceResult,
  LodgingSearchParams,
  LodgingSearchResult,
  MapWebParams,
  MapWebResult,
  RealtyaListingParams,
  RealtyaListingResult,
  RealtybPropertyParams,
  RealtybPropertyResult,
  RetailerProductParams,
  RetailerProductResult,
  RetailerSearchParams,
  RetailerSearchResult,
  ScrapeWebDefaults,
  ScrapeWebItem,
  ScrapeWebParams,
  ScrapeWebResult,
  StoreplatformCollectionsParams,
  StoreplatformCollectionsResult,
} from './types.js';

/** `client.scrape` */
export interface ScrapeOperations {
  /** Fetch one page. Costs 1 credit (without a browser, datacenter or no proxyType); 5 credits (without a browser, residential); 10 credits (in a browser, datacenter or no proxyType); 15 credits (in a browser, residential). `POST /scrape/web` */
  readonly web: OperationMethod<ScrapeWebParams, ScrapeWebResult, KeyedCallOptions>;
}

/** `client.enginea` */
export interface EngineaOperations {
  /** Web results of the primary search engine. Costs 10 credits. `GET /scrape/enginea/serp` */
  readonly serp: OperationMethod<EngineaSerpParams, EngineaSerpResult>;
  /** Answer of the primary search engine's AI mode. Costs 10 credits. `GET /scrape/enginea/ai-mode` */
  readonly aiMode: OperationMethod<EngineaAiModeParams, EngineaAiModeResult>;
  /** Shopping results of the primary search engine. Costs 10 credits. `GET /scrape/enginea/shopping` */
  readonly shopping: OperationMethod<EngineaShoppingParams, EngineaShoppingResult>;
  /** Image results of the primary search engine. Costs 5 credits. `GET /scrape/enginea/images` */
  readonly images: OperationMethod<EngineaImagesParams, EngineaImagesResult>;
  /** Scholarly articles of the primary search engine. Costs 5 credits. `GET /scrape/enginea/scholar` */
  readonly scholar: OperationMethod<EngineaScholarParams, EngineaScholarResult>;
}

/** `client.engineb` */
export interface EnginebOperations {
  /** Web results of the second search engine. Costs 10 credits. `GET /scrape/engineb/serp` */
  readonly serp: OperationMethod<EnginebSerpParams, EnginebSerpResult>;
}

/** `client.enginec` */
export interface EnginecOperations {
  /** Web results of the third search engine. Costs 10 credits. `GET /scrape/enginec/serp` */
  readonly serp: OperationMethod<EnginecSerpParams, EnginecSerpResult>;
}

/** `client.lodging` */
export interface LodgingOperations {
  /** Accommodations of a destination, 25 a page. Costs 10 credits. `GET /scrape/lodging/search` */
  readonly search: OperationMethod<LodgingSearchParams, LodgingSearchResult>;
  /** One accommodation and its available rooms. Costs 10 credits. `GET /scrape/lodging/place` */
  readonly place: OperationMethod<LodgingPlaceParams, LodgingPlaceResult>;
}

/** `client.retailer` */
export interface RetailerOperations {
  /** Products of a search or category. Costs 10 credits. `GET /scrape/retailer/search` */
  readonly search: OperationMethod<RetailerSearchParams, RetailerSearchResult>;
  /** One product. Costs 10 credits (otherOffers is false); 15 credits (otherOffers is true, whether or not other sellers exist). `GET /scrape/retailer/product` */
  readonly product: OperationMethod<RetailerProductParams, RetailerProductResult>;
}

/** `client.jobboard` */
export interface JobboardOperations {
  /** Job listings. Costs 10 credits. `GET /scrape/jobboard/listing` */
  readonly listing: OperationMethod<JobboardListingParams, JobboardListingResult>;
}

/** `client.storeplatform` */
export interface StoreplatformOperations {
  /** Collections of an online store. Costs 5 credits. `GET /scrape/storeplatform/collections` */
  readonly collections: OperationMethod<StoreplatformCollectionsParams, StoreplatformCollectionsResult>;
}

/** `client.realtya` */
export interface RealtyaOperations {
  /** Real-estate listings of the first site. Costs 5 credits. `GET /scrape/realtya/listing` */
  readonly listing: OperationMethod<RealtyaListingParams, RealtyaListingResult>;
}

/** `client.realtyb` */
export interface RealtybOperations {
  /** One property of the second real-estate site. Costs 5 credits (extractAgentEmails is false); 10 credits (extractAgentEmails is true and the agent's page could be read). `GET /scrape/realtyb/property` */
  readonly property: OperationMethod<RealtybPropertyParams, RealtybPropertyResult>;
}

/** `client.localreviews` */
export interface LocalreviewsOperations {
  /** One local business. Costs 10 credits. `GET /scrape/localreviews/place` */
  readonly place: OperationMethod<LocalreviewsPlaceParams, LocalreviewsPlaceResult>;
  /** Local businesses of a search or category. Costs 10 credits. `GET /scrape/localreviews/search` */
  readonly search: OperationMethod<LocalreviewsSearchParams, LocalreviewsSearchResult>;
}

/** `client.map` */
export interface MapOperations {
  /** List the addresses of a site. Costs 1 credit. `POST /map/web` */
  readonly web: OperationMethod<MapWebParams, MapWebResult, KeyedCallOptions>;
}

/** `client.batches`, by the operation of the items. */
export interface BatchOperations {
  readonly scrape: { readonly web: BatchOperation<ScrapeWebItem, ScrapeWebDefaults, ScrapeWebResult> };
  readonly enginea: { readonly serp: BatchOperation<EngineaSerpItem, EngineaSerpDefaults, EngineaSerpResult> };
}

/** The methods of all operations. */
export class OperationClient {
  readonly scrape: ScrapeOperations;
  readonly enginea: EngineaOperations;
  readonly engineb: EnginebOperations;
  readonly enginec: EnginecOperations;
  readonly lodging: LodgingOperations;
  readonly retailer: RetailerOperations;
  readonly jobboard: JobboardOperations;
  readonly storeplatform: StoreplatformOperations;
  readonly realtya: RealtyaOperations;
  readonly realtyb: RealtybOperations;
  readonly localreviews: LocalreviewsOperations;
  readonly map: MapOperations;

  constructor(call: BindOperation) {
    this.scrape = {
      web: call({ method: 'POST', path: '/scrape/web' }),
    };
    this.enginea = {
      serp: call({ method: 'GET', path: '/scrape/enginea/serp' }),
      aiMode: call({ method: 'GET', path: '/scrape/enginea/ai-mode' }),
      shopping: call({ method: 'GET', path: '/scrape/enginea/shopping' }),
      images: call({ method: 'GET', path: '/scrape/enginea/images' }),
      scholar: call({ method: 'GET', path: '/scrape/enginea/scholar' }),
    };
    this.engineb = {
      serp: call({ method: 'GET', path: '/scrape/engineb/serp' }),
    };
    this.enginec = {
      serp: call({ method: 'GET', path: '/scrape/enginec/serp' }),
    };
    this.lodging = {
      search: call({ method: 'GET', path: '/scrape/lodging/search' }),
      place: call({ method: 'GET', path: '/scrape/lodging/place' }),
    };
    this.retailer = {
      search: call({ method: 'GET', path: '/scrape/retailer/search' }),
      product: call({ method: 'GET', path: '/scrape/retailer/product' }),
    };
    this.jobboard = {
      listing: call({ method: 'GET', path: '/scrape/jobboard/listing' }),
    };
    this.storeplatform = {
      collections: call({ method: 'GET', path: '/scrape/storeplatform/collections' }),
    };
    this.realtya = {
      listing: call({ method: 'GET', path: '/scrape/realtya/listing' }),
    };
    this.realtyb = {
      property: call({ method: 'GET', path: '/scrape/realtyb/property' }),
    };
    this.localreviews = {
      place: call({ method: 'GET', path: '/scrape/localreviews/place' }),
      search: call({ method: 'GET', path: '/scrape/localreviews/search' }),
    };
    this.map = {
      web: call({ method: 'POST', path: '/map/web' }),
    };
  }
}

export const bindBatches = (batch: BindBatch): BatchOperations => ({
  scrape: { web: batch('/scrape/batch/web') },
  enginea: { serp: batch('/scrape/batch/enginea/serp') },
});
