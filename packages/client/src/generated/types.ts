// Made from the contract by `npm run generate`. Do not edit.

/** Codes of the errors of the service. */
export type ErrorCode =
  | 'bad_request' | 'token_expired' | 'unauthorized' | 'credits_exhausted' | 'forbidden' | 'not_found'
  | 'job_not_found' | 'target_not_found' | 'method_not_allowed' | 'idempotency_conflict' | 'session_unusable'
  | 'payload_too_large' | 'unsupported_media_type' | 'range_not_satisfiable' | 'validation_failed'
  | 'proxy_unavailable' | 'target_forbidden' | 'scenario_failed' | 'concurrency_limit' | 'free_budget_exhausted'
  | 'internal_error' | 'not_implemented' | 'target_blocked' | 'target_status' | 'target_rate_limited'
  | 'target_unreachable' | 'target_too_large' | 'target_unsupported' | 'target_unrecognized' | 'duplicate_page'
  | 'robots_disallowed' | 'overloaded' | 'target_timeout' | 'deadline_exceeded' | 'storage_exhausted' | 'cancelled'
  | 'expired';

/** Parameters of `POST /scrape/web`. */
export interface ScrapeWebParams {
  /** Page to fetch. */
  readonly url: string;
  /** Formats of the response. Omitted: html. Default: ["html"]. */
  readonly outputFormat?: readonly ('html' | 'text' | 'markdown' | 'json')[] | undefined;
  /** true: render in a browser; false: plain HTTP, and a page that needs scripts is returned as served; omitted: HTTP first, a browser if the page or a field needs it. */
  readonly jsRendering?: boolean | undefined;
  /** Proxy pool. Omitted: the deployment's default exit. */
  readonly proxyType?: ScrapeProxyType | undefined;
  /** Country of the proxy, ISO 3166-1 alpha-2. UK means GB. */
  readonly proxyCountry?: ScrapeProxyCountry | undefined;
  /** Request headers for the target, Cookie included. The values of headers with credentials, such as Cookie, Authorization or an API key, are stored encrypted while the request runs and are deleted afterwards; results show them as [removed]. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A session of the account: calls with this name share cookies and an exit. */
  readonly session?: string | undefined;
  /** true: a 4xx status of the target is an error, 502 target_status; false: it is a 200 that says so in statusCode. Free either way. Default: false. */
  readonly failOn4xx?: boolean | undefined;
  /** Pause after the page has loaded, in milliseconds. Default: 0. */
  readonly wait?: number | undefined;
  /** CSS selector to wait for. */
  readonly waitFor?: string | undefined;
  /** Page actions, run in order; the request fails when a step fails. */
  readonly jsScenario?: readonly ScrapeJsScenario[] | undefined;
  /** Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels deep. */
  readonly extractRules?: Readonly<Record<string, ScrapeExtractRules>> | undefined;
  /** Fields to extract by meaning. A field that is not on the page is null. */
  readonly aiExtractRules?: Readonly<Record<string, ScrapeAiExtractRules>> | undefined;
  /** Also list the links of the page. Default: false. */
  readonly extractLinks?: boolean | undefined;
  /** Also list the e-mail addresses on the page. Default: false. */
  readonly extractEmails?: boolean | undefined;
  /** Also take a picture of the page: true for all of it as a jpeg, or an object of options. Default: false. */
  readonly screenshot?: ScrapeScreenshot | undefined;
  /** Also print the page as a PDF document. Default: false. */
  readonly pdf?: boolean | undefined;
  /** Block images, stylesheets and fonts. Default: true, or false with screenshot or pdf. */
  readonly blockResources?: boolean | undefined;
  /** Block advertising. Default: true. */
  readonly blockAds?: boolean | undefined;
  /** Glob patterns of sub-requests to block, such as **.ads.example/**. */
  readonly blockUrls?: readonly string[] | undefined;
  /** CSS selectors; only these elements are kept. */
  readonly includeOnlyTags?: readonly string[] | undefined;
  /** CSS selectors; these elements are removed. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Remove images that are inlined as base64. Default: false. */
  readonly removeBase64Images?: boolean | undefined;
  /** Keep the main content only. Default: false. */
  readonly onlyMainContent?: boolean | undefined;
  /** Write links as their text alone in markdown. Default: false. */
  readonly dropLinks?: boolean | undefined;
  /** Leave images out of markdown. Default: false. */
  readonly dropImages?: boolean | undefined;
  /** Also count the tokens of markdown for language models. Default: false. */
  readonly tokenCount?: boolean | undefined;
  /** Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length. */
  readonly tokenizer?: ScrapeTokenizer | undefined;
  /** Also cut markdown into chunks, by its headings. */
  readonly chunks?: ScrapeChunks | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  /** Where to send an event when this call has ended. */
  readonly webhook?: ScrapeWebhook | undefined;
}

/** Result of `POST /scrape/web`. */
export interface ScrapeWebResult {
  requestMetadata: {
    id: string;
    status: 'ok';
    html?: string;
    json?: string;
    url?: string;
    preview?: string;
    creditsCharged?: number;
    timings?: ScrapeTimings;
    /** Title of the document. */
    title?: string;
  };
  statusCode: number;
  statusText?: string;
  url: string;
  rendered?: boolean;
  headers: Record<string, string>;
  screenshot?: string;
  pdf?: string;
  content?: string;
  markdown?: string;
  text?: string;
  /** Tokens of markdown, by tokenizer; without one estimated by its length: 4 ASCII characters, 2 of other alphabets or 1 CJK character each. */
  tokenCount?: number;
  /** All of markdown in order, cut at headings, then between blocks; each piece of a long table repeats its header, each piece of long code its fence. */
  chunks?: {
    /** Stays while its headings and its place below them stay, whatever the text becomes. */
    id: string;
    /** The headings above it and its own, outermost first. */
    headings: string[];
    markdown: string;
    tokenCount: number;
  }[];
  /** The page as data: title, byline, published, language, description, canonical, openGraph, jsonLd, microdata, headings, tables, pageKind, text, each if the page has it. pageKind is a guess, kind and confidence from 0.5 to 1: article, product, listing, thread, documentation, profile, event or recipe; absent if unsure. For a JSON document, its value. */
  json?: unknown;
  links?: string[];
  emails?: string[];
  /** By rule: a string of CSS gives null, a string or a list; an object of type item a value or null, of type list a list. */
  extractedData?: Record<string, string | null | unknown[] | Record<string, unknown>>;
  /** What each evaluate step of jsScenario returned, in order, as JSON; null for undefined. */
  jsScenarioResults?: unknown[];
  /** Limits that the document exceeded, such as maxLinks; the rest is left out. Absent if there are none. */
  limitsHit?: string[];
  aiResponse?: Record<string, unknown>;
  /** Which extractor produced aiResponse. */
  aiExtraction?: {
    extractor: 'embedded' | 'model';
    model?: string;
    promptTokens?: number;
    completionTokens?: number;
    /** Why the embedded extractor replaced the model, or what was left out. */
    note?: string;
  };
  /** What to know of the page: empty_document (0 bytes, free of charge), charset_mismatch (the bytes contradict their declared charset: decoded by what they are, or as declared where a browser rendered the page), main_content_not_found (onlyMainContent returned the whole page), or that robots.txt disallows it. Absent if there are none. */
  warnings?: string[];
}

/** Parameters of `GET /scrape/enginea/serp`. */
export interface EngineaSerpParams {
  /** Search text; the engine's operators are supported. */
  readonly q: string;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Host of the engine. Default: "google.com". */
  readonly domain?: EngineaDomain | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Languages of the sites to return. */
  readonly lr?: readonly EngineaLr[] | undefined;
  /** The engine's place id. */
  readonly ludocid?: string | undefined;
  /** Second place id. */
  readonly lsig?: string | undefined;
  /** Id of an entity in the knowledge graph. */
  readonly kgmid?: string | undefined;
  /** Id of cached search parameters. */
  readonly si?: string | undefined;
  /** Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date. */
  readonly tbs?: string | undefined;
  /** Adult-content filter. */
  readonly safe?: 'active' | 'off' | undefined;
  /** 1 enables the filters of similar and omitted results, 0 disables them. Default: 1. */
  readonly filter?: EngineaFilter | undefined;
  /** 1 turns off spelling correction of the search text. Default: 0. */
  readonly nfpr?: 0 | 1 | undefined;
  /** Kind of search: images, videos, news, shopping, places. Omitted: web pages. */
  readonly tbm?: EngineaTbm | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0. */
  readonly start?: number | undefined;
  /** Results per page; the engine itself returns about 10. Default: 10. */
  readonly num?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginea/serp`. */
export interface EngineaSerpResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    totalResults?: string;
    timeTaken?: number;
  };
  organicResults: {
    position: number;
    title: string;
    link: string;
    displayedLink?: string;
    source?: string;
    snippet?: string;
    date?: string;
    snippetHighlitedWords?: string[];
    sitelinks?: {
      inline?: EngineaInline[];
      list?: EngineaInline[];
    };
    images?: string[];
    richSnippet?: {
      top?: {
        extensions?: string[];
        detectedExtensions?: {
          rating?: number;
          reviews?: number;
        };
      };
    };
  }[];
  localResults?: {
    places?: {
      position?: number;
      title?: string;
      reviewsOriginal?: string;
      address?: string;
      hours?: string;
      placeId?: string;
      description?: string;
      rating?: number;
      reviews?: number;
    }[];
    moreLocationsLink?: string;
  };
  relatedSearches?: {
    query?: string;
    link?: string;
  }[];
  relatedQuestions?: {
    question?: string;
    title?: string;
    link?: string;
    displayedLink?: string;
    snippet?: string;
    date?: string;
    list?: string[];
    table?: string[][];
  }[];
  knowledgeGraph?: {
    title?: string;
    type?: string;
    description?: string;
    website?: string;
  };
  perspectives?: {
    index?: number;
    author?: string;
    source?: string;
    duration?: string;
    thumbnail?: string;
    title?: string;
    link?: string;
    date?: string;
    snippet?: string;
    extensions?: string[];
  }[];
  immersiveProducts?: {
    position?: number;
    category?: string;
    title?: string;
    productId?: string;
    productLink?: string;
    price?: string;
    source?: string;
    delivery?: string;
    thumbnail?: string;
    extractedPrice?: number;
    reviews?: number;
    rating?: number;
    extensions?: string[];
  }[];
  answerBox?: {
    type?: string;
    title?: string;
    link?: string;
    displayedLink?: string;
    snippet?: string;
    answer?: string;
    list?: string[];
  };
  aiOverview?: {
    textBlocks?: {
      type?: string;
      snippet?: string;
    }[];
    references?: {
      index?: number;
      link?: string;
      title?: string;
      snippet?: string;
      source?: string;
    }[];
  };
  topStories?: EngineaTopStories[];
  newsResults?: EngineaTopStories[];
  inlineVideos?: {
    position?: number;
    title?: string;
    link?: string;
    thumbnail?: string;
    channel?: string;
    duration?: string;
    platform?: string;
    date?: string;
  }[];
  imagesResults?: EngineaImagesResults[];
  inlineImages?: {
    link?: string;
    source?: string;
    title?: string;
    thumbnail?: string;
    original?: string;
  }[];
  shoppingResults?: EngineaShoppingResults[];
  inlineShoppingResults?: EngineaShoppingResults[];
  recipesResults?: {
    title?: string;
    link?: string;
    source?: string;
    totalTime?: string;
    thumbnail?: string;
    ingredients?: string[];
    rating?: number;
    reviews?: number;
  }[];
  discussionsAndForums?: {
    title?: string;
    link?: string;
    source?: string;
    date?: string;
    extensions?: string[];
    answers?: unknown;
  }[];
  adResults?: {
    position?: number;
    blockPosition?: string;
    title?: string;
    link?: string;
    displayedLink?: string;
    source?: string;
    description?: string;
    sitelinks?: EngineaInline[];
  }[];
  localAds?: unknown;
  filters?: unknown;
  appliedLocation?: unknown;
  pagination?: EngineaPagination;
}

/** Parameters of `GET /scrape/enginea/ai-mode`. */
export interface EngineaAiModeParams {
  /** Question. */
  readonly q: string;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Return a token to continue the conversation. Default: false. */
  readonly continuable?: boolean | undefined;
  /** Token of the response that q follows up on, unchanged, within one hour. The conversation keeps its location and language: location, uule, gl and hl are ignored. */
  readonly subsequentRequestToken?: string | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginea/ai-mode`. */
export interface EngineaAiModeResult {
  requestMetadata: EngineaRequestMetadata;
  textBlocks: {
    type: string;
    snippet?: string;
    snippetHighlightedWords?: string[];
    list?: {
      snippet?: string;
      list?: unknown[];
      code?: string;
      referenceIndexes?: number[];
    }[];
    table?: unknown;
    code?: string;
    language?: string;
    referenceIndexes?: number[];
  }[];
  references?: {
    index: number;
    link?: string;
    title?: string;
    snippet?: string;
    source?: string;
  }[];
  subsequentRequestToken?: string;
}

/** Parameters of `GET /scrape/enginea/shopping`. */
export interface EngineaShoppingParams {
  /** Search text. */
  readonly q: string;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Host of the engine. Default: "google.com". */
  readonly domain?: EngineaDomain | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date. */
  readonly tbs?: string | undefined;
  /** Id of a filter option from an earlier response. */
  readonly shoprs?: string | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** Results to skip, in steps of 40. Default: 0. */
  readonly start?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginea/shopping`. */
export interface EngineaShoppingResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    totalResults?: string;
  };
  shoppingResults: EngineaShoppingResults[];
  inlineShoppingResults?: EngineaShoppingResults[];
  filters?: {
    title?: string;
    type?: string;
    options?: {
      text?: string;
      shoprs?: string;
      link?: string;
    }[];
  }[];
  refineSearchFilters?: unknown;
  pagination?: EngineaPagination;
}

/** Parameters of `GET /scrape/enginea/images`. */
export interface EngineaImagesParams {
  /** Search text. */
  readonly q: string;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Host of the engine. Default: "google.com". */
  readonly domain?: EngineaDomain | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date. */
  readonly tbs?: string | undefined;
  /** Adult-content filter. */
  readonly safe?: 'active' | 'off' | undefined;
  /** 1 enables the filters of similar and omitted results, 0 disables them. Default: 1. */
  readonly filter?: EngineaFilter | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** Page of results, from 0. Default: 0. */
  readonly ijn?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginea/images`. */
export interface EngineaImagesResult {
  requestMetadata: EngineaRequestMetadata;
  imagesResults: EngineaImagesResults[];
  relatedSearches?: {
    query?: string;
    link?: string;
    thumbnail?: string;
  }[];
}

/** Parameters of `GET /scrape/enginea/scholar`. */
export interface EngineaScholarParams {
  /** Search text; author: and source: are supported. */
  readonly q: string;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Languages of the sites to return: a string or a list. One value may also be sent as lr. */
  readonly lr?: readonly string[] | undefined;
  /** Results to skip. */
  readonly start?: number | undefined;
  /** Results per page; the engine returns at most 20. Default: 10. */
  readonly num?: number | undefined;
  /** Earliest year of publication. */
  readonly asYlo?: number | undefined;
  /** Latest year of publication, inclusive. */
  readonly asYhi?: number | undefined;
  /** Sort by date instead of relevance: 1 abstracts only, 2 everything. */
  readonly scisbd?: 1 | 2 | undefined;
  /** Article id (versions.clusterId) whose versions to list; q is ignored. */
  readonly cluster?: string | undefined;
  /** Article id (citedBy.citesId) whose citing articles to list. */
  readonly cites?: string | undefined;
  /** Kind of search: 0,5 articles, 4 and court codes case law, 7 with patents. Default: "0,5". */
  readonly asSdt?: string | undefined;
  /** Adult-content filter. */
  readonly safe?: 'active' | 'off' | undefined;
  /** 1 enables the filters of similar and omitted results, 0 disables them. Default: 1. */
  readonly filter?: EngineaFilter | undefined;
  /** 1 excludes citations. Default: 0. */
  readonly asVis?: 0 | 1 | undefined;
  /** 1 returns review articles only. Default: 0. */
  readonly asRr?: 0 | 1 | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginea/scholar`. */
export interface EngineaScholarResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    totalResults?: number;
    timeTaken?: number;
    queryDisplayed?: string;
  };
  organicResults: {
    position: number;
    title: string;
    resultId?: string;
    type?: string;
    link?: string;
    snippet?: string;
    relatedPagesLink?: string;
    cachedPageLink?: string;
    publicationInfo?: {
      summary?: string;
      authors?: {
        name?: string;
        link?: string;
        authorId?: string;
      }[];
    };
    resources?: {
      title?: string;
      fileFormat?: string;
      link?: string;
    }[];
    citedBy?: {
      total?: number;
      citesId?: string;
      link?: string;
    };
    versions?: {
      total?: number;
      clusterId?: string;
      link?: string;
    };
  }[];
  profiles?: unknown;
  relatedSearches?: {
    query?: string;
    link?: string;
  }[];
  pagination?: EngineaPagination;
}

/** Parameters of `GET /scrape/engineb/serp`. */
export interface EnginebSerpParams {
  /** Search text. */
  readonly q: string;
  /** Origin as a place name, preferably a city: Austin, Texas. Known cities are sent as their coordinates. Ignored when lat and lon are given. */
  readonly location?: string | undefined;
  /** Latitude of the origin. Ignored without lon. */
  readonly lat?: number | undefined;
  /** Longitude of the origin. Ignored without lat. */
  readonly lon?: number | undefined;
  /** Market: a country (us) or a language and country (en-us). */
  readonly mkt?: 'ad' | 'ae' | 'af' | 'ag' | 'ai' | 'al' | 'am' | 'ao' | 'aq' | 'ar' | 'as' | 'at' | 'au' | 'aw' | 'ax' | 'az' | 'ba' | 'bb' | 'bd' | 'be' | 'bf' | 'bg' | 'bh' | 'bi' | 'bj' | 'bl' | 'bm' | 'bn' | 'bo' | 'bq' | 'br' | 'bs' | 'bt' | 'bv' | 'bw' | 'by' | 'bz' | 'ca' | 'cc' | 'cd' | 'cf' | 'cg' | 'ch' | 'ci' | 'ck' | 'cl' | 'cm' | 'cn' | 'co' | 'cr' | 'cu' | 'cv' | 'cw' | 'cx' | 'cy' | 'cz' | 'de' | 'dj' | 'dk' | 'dm' | 'do' | 'dz' | 'ec' | 'ee' | 'eg' | 'eh' | 'er' | 'es' | 'et' | 'fi' | 'fj' | 'fk' | 'fm' | 'fo' | 'fr' | 'ga' | 'gb' | 'gd' | 'ge' | 'gf' | 'gg' | 'gh' | 'gi' | 'gl' | 'gm' | 'gn' | 'gp' | 'gq' | 'gr' | 'gs' | 'gt' | 'gu' | 'gw' | 'gy' | 'hk' | 'hm' | 'hn' | 'hr' | 'ht' | 'hu' | 'id' | 'ie' | 'il' | 'im' | 'in' | 'io' | 'iq' | 'ir' | 'is' | 'it' | 'je' | 'jm' | 'jo' | 'jp' | 'ke' | 'kg' | 'kh' | 'ki' | 'km' | 'kn' | 'kp' | 'kr' | 'kw' | 'ky' | 'kz' | 'la' | 'lb' | 'lc' | 'li' | 'lk' | 'lr' | 'ls' | 'lt' | 'lu' | 'lv' | 'ly' | 'ma' | 'mc' | 'md' | 'me' | 'mf' | 'mg' | 'mh' | 'mk' | 'ml' | 'mm' | 'mn' | 'mo' | 'mp' | 'mq' | 'mr' | 'ms' | 'mt' | 'mu' | 'mv' | 'mw' | 'mx' | 'my' | 'mz' | 'na' | 'nc' | 'ne' | 'nf' | 'ng' | 'ni' | 'nl' | 'no' | 'np' | 'nr' | 'nu' | 'nz' | 'om' | 'pa' | 'pe' | 'pf' | 'pg' | 'ph' | 'pk' | 'pl' | 'pm' | 'pn' | 'pr' | 'ps' | 'pt' | 'pw' | 'py' | 'qa' | 're' | 'ro' | 'rs' | 'ru' | 'rw' | 'sa' | 'sb' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sj' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sr' | 'ss' | 'st' | 'sv' | 'sx' | 'sy' | 'sz' | 'tc' | 'td' | 'tf' | 'tg' | 'th' | 'tj' | 'tk' | 'tl' | 'tm' | 'tn' | 'to' | 'tr' | 'tt' | 'tv' | 'tw' | 'tz' | 'ua' | 'ug' | 'um' | 'us' | 'uy' | 'uz' | 'va' | 'vc' | 've' | 'vg' | 'vi' | 'vn' | 'vu' | 'wf' | 'ws' | 'ye' | 'yt' | 'za' | 'zm' | 'zw' | 'es-ar' | 'en-au' | 'de-at' | 'nl-be' | 'fr-be' | 'pt-br' | 'en-ca' | 'fr-ca' | 'es-cl' | 'da-dk' | 'fi-fi' | 'fr-fr' | 'de-de' | 'zh-hk' | 'en-in' | 'en-id' | 'it-it' | 'ja-jp' | 'ko-kr' | 'en-my' | 'es-mx' | 'nl-nl' | 'en-nz' | 'no-no' | 'zh-cn' | 'pl-pl' | 'en-ph' | 'ru-ru' | 'en-za' | 'es-es' | 'sv-se' | 'fr-ch' | 'de-ch' | 'zh-tw' | 'tr-tr' | 'en-gb' | 'en-us' | 'es-us' | undefined;
  /** Country, two letters. */
  readonly cc?: EnginebCc | undefined;
  /** Language of interface and results: two letters or a variant such as en-gb, zh-hans, pt-br. */
  readonly setLang?: 'aa' | 'ab' | 'ae' | 'af' | 'ak' | 'am' | 'an' | 'ar' | 'as' | 'av' | 'ay' | 'az' | 'ba' | 'be' | 'bg' | 'bh' | 'bi' | 'bm' | 'bn' | 'bo' | 'br' | 'bs' | 'ca' | 'ce' | 'ch' | 'co' | 'cr' | 'cs' | 'cu' | 'cv' | 'cy' | 'da' | 'de' | 'dv' | 'dz' | 'ee' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'ff' | 'fi' | 'fo' | 'fr' | 'fy' | 'ga' | 'gd' | 'gl' | 'gn' | 'gu' | 'gv' | 'ha' | 'he' | 'hi' | 'ho' | 'hr' | 'ht' | 'hu' | 'hy' | 'hz' | 'ia' | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jv' | 'ka' | 'kg' | 'ki' | 'kj' | 'kk' | 'kl' | 'km' | 'kn' | 'ko' | 'kr' | 'ks' | 'ku' | 'kv' | 'kw' | 'ky' | 'la' | 'lb' | 'lg' | 'li' | 'ln' | 'lo' | 'lt' | 'lu' | 'lv' | 'mg' | 'mh' | 'mi' | 'mk' | 'ml' | 'mn' | 'mr' | 'ms' | 'mt' | 'my' | 'na' | 'nb' | 'nd' | 'ne' | 'ng' | 'nl' | 'nn' | 'no' | 'nr' | 'nv' | 'ny' | 'oc' | 'oj' | 'om' | 'or' | 'os' | 'pa' | 'pi' | 'pl' | 'ps' | 'pt' | 'qu' | 'rm' | 'rn' | 'ro' | 'ru' | 'rw' | 'sa' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sq' | 'sr' | 'ss' | 'st' | 'su' | 'sv' | 'sw' | 'ta' | 'te' | 'tg' | 'th' | 'ti' | 'tk' | 'tl' | 'tn' | 'to' | 'tr' | 'ts' | 'tt' | 'tw' | 'ty' | 'ug' | 'uk' | 'ur' | 'uz' | 've' | 'vi' | 'vo' | 'wa' | 'wo' | 'xh' | 'yi' | 'yo' | 'za' | 'zh' | 'zu' | (string & Record<never, never>) | undefined;
  /** Adult-content filter. */
  readonly safeSearch?: 'off' | 'moderate' | 'strict' | undefined;
  /** Filters: ex1:"ez1" past day, ez2 past week, ez3 past month. */
  readonly filters?: string | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** First result: 1, 11, 21 are the first three pages. */
  readonly first?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/engineb/serp`. */
export interface EnginebSerpResult {
  requestMetadata: EngineaRequestMetadata;
  organicResults: {
    position: number;
    title: string;
    link: string;
    displayedLink?: string;
    source?: string;
    snippet?: string;
    date?: string;
    sitelinks?: EngineaInline[];
  }[];
  ads?: {
    position?: number;
    blockPosition?: string;
    title?: string;
    link?: string;
    source?: string;
    displayedLink?: string;
    description?: string;
    sitelinks?: EngineaInline[];
  }[];
  aiAnswer?: {
    textBlocks?: {
      type?: string;
      snippet?: string;
      list?: {
        snippet?: string;
      }[];
    }[];
    references?: {
      index?: number;
      title?: string;
      link?: string;
      source?: string;
      snippet?: string;
    }[];
  };
  relatedSearches?: {
    query?: string;
    link?: string;
  }[];
  pagination?: EngineaPagination;
}

/** Parameters of `GET /scrape/enginec/serp`. */
export interface EnginecSerpParams {
  /** Search text. Ignored when nextPageToken is given. */
  readonly q?: string | undefined;
  /** Region as country and language, such as us-en; wt-wt means none. Overrides cc and setLang. */
  readonly kl?: 'us-en' | 'de-de' | 'wt-wt' | (string & Record<never, never>) | undefined;
  /** Country, two letters. Combined with setLang; ignored when kl is given. */
  readonly cc?: EnginebCc | undefined;
  /** Language, two letters or with a script (zh-hans). Ignored when kl is given. */
  readonly setLang?: 'aa' | 'ab' | 'ae' | 'af' | 'ak' | 'am' | 'an' | 'ar' | 'as' | 'av' | 'ay' | 'az' | 'ba' | 'be' | 'bg' | 'bh' | 'bi' | 'bm' | 'bn' | 'bo' | 'br' | 'bs' | 'ca' | 'ce' | 'ch' | 'co' | 'cr' | 'cs' | 'cu' | 'cv' | 'cy' | 'da' | 'de' | 'dv' | 'dz' | 'ee' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'ff' | 'fi' | 'fo' | 'fr' | 'fy' | 'ga' | 'gd' | 'gl' | 'gn' | 'gu' | 'gv' | 'ha' | 'he' | 'hi' | 'ho' | 'hr' | 'ht' | 'hu' | 'hy' | 'hz' | 'ia' | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jv' | 'ka' | 'kg' | 'ki' | 'kj' | 'kk' | 'kl' | 'km' | 'kn' | 'ko' | 'kr' | 'ks' | 'ku' | 'kv' | 'kw' | 'ky' | 'la' | 'lb' | 'lg' | 'li' | 'ln' | 'lo' | 'lt' | 'lu' | 'lv' | 'mg' | 'mh' | 'mi' | 'mk' | 'ml' | 'mn' | 'mr' | 'ms' | 'mt' | 'my' | 'na' | 'nb' | 'nd' | 'ne' | 'ng' | 'nl' | 'nn' | 'no' | 'nr' | 'nv' | 'ny' | 'oc' | 'oj' | 'om' | 'or' | 'os' | 'pa' | 'pi' | 'pl' | 'ps' | 'pt' | 'qu' | 'rm' | 'rn' | 'ro' | 'ru' | 'rw' | 'sa' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sq' | 'sr' | 'ss' | 'st' | 'su' | 'sv' | 'sw' | 'ta' | 'te' | 'tg' | 'th' | 'ti' | 'tk' | 'tl' | 'tn' | 'to' | 'tr' | 'ts' | 'tt' | 'tw' | 'ty' | 'ug' | 'uk' | 'ur' | 'uz' | 've' | 'vi' | 'vo' | 'wa' | 'wo' | 'xh' | 'yi' | 'yo' | 'za' | 'zh' | 'zu' | (string & Record<never, never>) | undefined;
  /** Adult-content filter. */
  readonly safeSearch?: 'off' | 'moderate' | 'strict' | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** nextPageToken of the previous response, unchanged, within one hour. The search continues with its own parameters: others are ignored. */
  readonly nextPageToken?: string | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/enginec/serp`. */
export interface EnginecSerpResult {
  requestMetadata: EngineaRequestMetadata;
  organicResults: {
    position: number;
    title: string;
    link: string;
    displayedLink?: string;
    source?: string;
    snippet?: string;
    date?: string;
    sitelinks?: EngineaInline[];
    video?: unknown;
  }[];
  ads?: {
    position?: number;
    title?: string;
    link?: string;
    displayedLink?: string;
    source?: string;
    description?: string;
  }[];
  searchAssist?: {
    answer?: string;
    sources?: unknown;
  };
  nextPageToken?: string;
  pagination?: {
    nextPageToken?: string;
  };
}

/** Parameters of `GET /scrape/lodging/search`. */
export interface LodgingSearchParams {
  /** Destination: a city, region, neighbourhood or property. */
  readonly keyword: string;
  /** Order of the results. */
  readonly sort?: 'ourTopPicks' | 'homesAndApartmentsFirst' | 'priceLowestFirst' | 'priceHighestFirst' | 'bestReviewedAndLowestPrice' | 'ratingHighToLow' | 'ratingLowToHigh' | 'ratingAndPrice' | 'distanceFromDowntown' | 'topReviewed' | undefined;
  /** First day, YYYY-MM-DD, in the future (UTC). */
  readonly checkInDate: string;
  /** Last day, YYYY-MM-DD, later than checkInDate. */
  readonly checkOutDate: string;
  /** Rooms. */
  readonly rooms: number;
  /** Adults across all rooms. */
  readonly adults: number;
  /** Children across all rooms; 0 when none. */
  readonly children: number;
  /** Ages of the children, separated by commas, each 0 to 17. Required when children > 0. */
  readonly childrenAges?: string | undefined;
  readonly price?: {
    /** Lowest price. Required when price[max] is omitted. */
    readonly min?: number | undefined;
    /** Highest price, greater than price[min]. Required when price[min] is omitted. */
    readonly max?: number | undefined;
  } | undefined;
  /** Minimum bedrooms. */
  readonly bedrooms?: number | undefined;
  /** Minimum bathrooms. */
  readonly bathrooms?: number | undefined;
  /** Kinds of property. */
  readonly propertyType?: readonly ('hostels' | 'bedAndBreakfast' | 'hotels' | 'apartments' | 'resorts' | 'guesthouses' | 'homestays' | 'entireHomesAndApartments')[] | undefined;
  /** Stars. */
  readonly rating?: readonly ('oneStar' | 'twoStars' | 'threeStars' | 'fourStars' | 'fiveStars')[] | undefined;
  /** Review scores. */
  readonly reviewScore?: readonly ('wonderful' | 'veryGood' | 'good' | 'pleasant')[] | undefined;
  /** Distance from the centre. */
  readonly distanceFromCenter?: readonly ('lessThan1Km' | 'lessThan3Km' | 'lessThan5Km')[] | undefined;
  /** Accessibility of the property. */
  readonly propertyAccessibility?: readonly ('auditoryGuidance' | 'toiletWithGrabRails' | 'visualAidsTactileSigns' | 'visualAidsBraille' | 'bathroomEmergencyCord' | 'raisedToilet' | 'loweredSink')[] | undefined;
  /** Meals. */
  readonly meals?: readonly ('breakfastIncluded' | 'kitchenFacilities')[] | undefined;
  /** Facilities of the property. */
  readonly facilities?: readonly ('swimmingPool' | 'parking' | 'spa' | 'freeWifi' | 'hotTubJacuzzi' | 'airportShuttle' | 'fitnessCenter' | 'restaurant' | 'nonSmokingRooms' | 'frontDesk24Hour' | 'electricVehicleChargingStation' | 'wheelchairAccessible' | 'roomService')[] | undefined;
  /** Facilities of the room. */
  readonly roomFacilities?: readonly ('privateBathroom' | 'balcony' | 'seaView' | 'kitchenKitchenette' | 'airConditioning' | 'bathtub' | 'hotTub' | 'view' | 'spaTub' | 'upperFloorsAccessibleByElevator' | 'microwave' | 'refrigerator' | 'coffeeMachine' | 'electricKettle' | 'heating' | 'towels' | 'toilet' | 'mountainView' | 'flatScreenTv' | 'tv' | 'coffeeTeaMaker' | 'hairdryer' | 'toiletPaper' | 'shower' | 'linens')[] | undefined;
  /** Accessibility of the room. */
  readonly roomAccessibility?: readonly ('upperFloorsAccessibleByElevator' | 'entireUnitLocatedOnGroundFloor' | 'walkInShower' | 'entireUnitWheelchairAccessible' | 'adaptedBath' | 'rollInShower' | 'showerChair' | 'emergencyCordInBathroom' | 'toiletWithGrabRails' | 'raisedToilet' | 'lowerSink')[] | undefined;
  /** Beds. */
  readonly bedPreference?: readonly ('twinBeds' | 'doubleBed')[] | undefined;
  /** Reservation policy. */
  readonly reservationPolicy?: readonly ('freeCancellation' | 'noPrepayment')[] | undefined;
  /** Travel group. */
  readonly travelGroup?: readonly ('adultsOnly' | 'petFriendly')[] | undefined;
  /** Online payment. */
  readonly onlinePayment?: readonly 'acceptsOnlinePayments'[] | undefined;
  /** Language of the results, such as en-us or de. */
  readonly language?: LodgingLanguage | undefined;
  /** Currency of the prices, ISO 4217; hotelCurrency: each property's own. */
  readonly currency?: LodgingCurrency | undefined;
  /** Results page, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/lodging/search`. */
export interface LodgingSearchResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    keyword?: string;
    checkInDate?: string;
    checkOutDate?: string;
    totalResults?: number;
  };
  results: {
    hotelId?: number;
    title: string;
    url: string;
    room?: string;
    bedTypes?: unknown;
    location?: {
      city?: string;
      address?: string;
      district?: string;
      mainDistance?: string;
      nearestBeach?: string;
      centrallyLocated?: boolean;
      coordinates?: {
        latitude?: number;
        longitude?: number;
      };
    };
    policies?: {
      freeCancellation?: boolean;
      noPrepayment?: boolean;
    };
    price?: {
      pricePerStayRaw?: string;
      priceBeforeDiscountRaw?: string;
      discountRaw?: string;
      excludedChargesRaw?: string;
      currency?: string;
      pricePerStayParsed?: number;
      priceBeforeDiscountParsed?: number;
      discountParsed?: number;
      excludedChargesParsed?: number;
    };
    rating?: number;
    reviews?: {
      score?: number;
      count?: number;
      text?: string;
      secondaryScore?: unknown;
    };
    photo?: string;
  }[];
  pagination?: {
    page?: number;
    totalResults?: number;
    totalPages?: number;
  };
}

/** Parameters of `GET /scrape/lodging/place`. */
export interface LodgingPlaceParams {
  /** Full URL of the property, on the bare or www host of the site. */
  readonly url: string;
  /** First day, YYYY-MM-DD, in the future (UTC). */
  readonly checkInDate: string;
  /** Last day, YYYY-MM-DD, later than checkInDate. */
  readonly checkOutDate: string;
  /** Rooms. */
  readonly rooms: number;
  /** Adults across all rooms. */
  readonly adults: number;
  /** Children across all rooms; 0 when none. */
  readonly children: number;
  /** Ages of the children, separated by commas, each 0 to 17. Required when children > 0. */
  readonly childrenAges?: string | undefined;
  /** Language of the results, such as en-us or de. */
  readonly language?: LodgingLanguage | undefined;
  /** Currency of the prices, ISO 4217; hotelCurrency: each property's own. */
  readonly currency?: LodgingCurrency | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/lodging/place`. */
export interface LodgingPlaceResult {
  requestMetadata: EngineaRequestMetadata;
  overview: {
    id: string;
    title: string;
    propertyType?: string;
    description?: string;
    address?: {
      streetAddress?: string;
      city?: string;
      region?: string;
      country?: string;
      countryCode?: string;
      zipcode?: string;
    };
    rating?: number;
    highlights?: unknown;
    mostPopularFacilities?: string[];
    photos?: unknown;
    coordinates?: {
      latitude?: number;
      longitude?: number;
    };
  };
  bookingDetails?: {
    checkIn?: string;
    checkOut?: string;
    currency?: string;
    adults?: number;
    rooms?: number;
    children?: number;
  };
  rooms: {
    name?: string;
    description?: string;
    size?: string;
    maxOccupancy?: number;
    beds?: unknown;
    facilities?: unknown;
    variants?: {
      prices?: {
        currentPriceRaw?: string;
        beforeDiscountRaw?: string;
        currentPriceParsed?: number;
        beforeDiscountParsed?: number;
      };
      maxOccupancy?: number;
      mealPlan?: unknown;
      cancellation?: unknown;
      roomsLeft?: number;
    }[];
  }[];
  facilities?: unknown;
  houseRules?: unknown;
  ratings?: {
    label?: string;
    value?: number;
    votes?: number;
  }[];
  reviews?: {
    author?: string;
    country?: string;
    date?: string;
    title?: string;
    positive?: string;
    negative?: string;
    score?: number;
  }[];
  questionsAndAnswers?: {
    question?: string;
    answer?: string;
    date?: string;
  }[];
}

/** Parameters of `GET /scrape/retailer/search`. */
export interface RetailerSearchParams {
  /** Search text. Required unless catId or url is given. */
  readonly q?: string | undefined;
  /** Category id, numbers joined with underscores. Without q, it lists the category. */
  readonly catId?: string | undefined;
  /** Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested. Default: "walmart.com". */
  readonly domain?: RetailerDomain | undefined;
  /** Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's default. Default: "en". */
  readonly language?: RetailerLanguage | undefined;
  /** Order of the results. Default: "bestMatch". */
  readonly sort?: 'bestMatch' | 'priceLowToHigh' | 'priceHighToLow' | 'bestseller' | 'highlyRated' | 'newArrivals' | undefined;
  /** Full search or category URL; overrides the other parameters, which are then not even checked. */
  readonly url?: string | undefined;
  /** Results page, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Minimum price in the storefront's currency. */
  readonly minPrice?: number | undefined;
  /** Maximum price. */
  readonly maxPrice?: number | undefined;
  /** Only products with this fulfilment. */
  readonly deliveryType?: 'shipping' | 'pickup' | undefined;
  /** Filters as name:value, several joined with ||; the response lists valid ones in facets. */
  readonly facet?: string | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/retailer/search`. */
export interface RetailerSearchResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    query?: string;
    totalResultsDisplay?: string;
    storeId?: string;
  };
  productResults: RetailerProductResults[];
  relatedResults?: {
    title?: string;
    products: RetailerProductResults[];
  }[];
  facets?: {
    name?: string;
    values?: {
      name?: string;
      value?: string;
      count?: number;
    }[];
    min?: number;
    max?: number;
  }[];
  pagination?: {
    currentPage?: number;
    totalPages?: number;
    totalResults?: number;
    nextPage?: number;
    resultsPerPage?: number;
  };
}

/** Parameters of `GET /scrape/retailer/product`. */
export interface RetailerProductParams {
  /** Item id, numeric or alphanumeric. Required unless url is given. */
  readonly itemId?: string | undefined;
  /** Full product URL; overrides itemId and domain. */
  readonly url?: string | undefined;
  /** Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested. Default: "walmart.com". */
  readonly domain?: RetailerDomain | undefined;
  /** Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's default. Default: "en". */
  readonly language?: RetailerLanguage | undefined;
  /** Also collect the offers of other sellers. Default: false. */
  readonly otherOffers?: boolean | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/retailer/product`. */
export interface RetailerProductResult {
  requestMetadata: EngineaRequestMetadata;
  product: {
    itemId: string;
    title: string;
    url?: string;
    brand?: string;
    brandUrl?: string;
    type?: string;
    model?: string;
    upc?: string;
    condition?: string;
    availability?: string;
    badges?: string[];
    price?: RetailerPrice;
    seller?: {
      name?: string;
      id?: string;
      returnPolicy?: string;
      url?: string;
      rating?: number;
    };
    reviews?: {
      totalReviews?: number;
      rating?: number;
      fiveStars?: number;
      fourStars?: number;
      threeStars?: number;
      twoStars?: number;
      oneStar?: number;
    };
    images?: string[];
    categoryPath?: unknown;
    categoryPathId?: string;
    highlights?: unknown;
    specifications?: {
      name?: string;
      value?: string;
    }[];
    keyItemFeatures?: string[];
    productDetails?: string;
    variants?: unknown;
    fulfillment?: RetailerFulfillment;
    otherOffers?: {
      totalOffers?: number;
      lowestPrice?: number;
      offers?: {
        sellerName?: string;
        sellerUrl?: string;
        condition?: string;
        deliveryDate?: string;
        returnPolicy?: string;
        availability?: string;
        price?: unknown;
        shippingCost?: unknown;
      }[];
    };
  };
}

/** Parameters of `GET /scrape/jobboard/listing`. */
export interface JobboardListingParams {
  /** Search text. */
  readonly keyword: string;
  /** Place; a whole country for remote jobs. */
  readonly location: string;
  /** Order of the results. Default: "relevance". */
  readonly sort?: 'relevance' | 'date' | undefined;
  /** Host of the site. Default: "www.indeed.com". */
  readonly domain?: 'ar.indeed.com' | 'au.indeed.com' | 'at.indeed.com' | 'bh.indeed.com' | 'be.indeed.com' | 'br.indeed.com' | 'ca.indeed.com' | 'cl.indeed.com' | 'cn.indeed.com' | 'co.indeed.com' | 'cr.indeed.com' | 'cz.indeed.com' | 'dk.indeed.com' | 'ec.indeed.com' | 'eg.indeed.com' | 'fi.indeed.com' | 'fr.indeed.com' | 'de.indeed.com' | 'gr.indeed.com' | 'hk.indeed.com' | 'hu.indeed.com' | 'in.indeed.com' | 'id.indeed.com' | 'ie.indeed.com' | 'il.indeed.com' | 'it.indeed.com' | 'jp.indeed.com' | 'kw.indeed.com' | 'lu.indeed.com' | 'malaysia.indeed.com' | 'mx.indeed.com' | 'ma.indeed.com' | 'nl.indeed.com' | 'nz.indeed.com' | 'ng.indeed.com' | 'no.indeed.com' | 'om.indeed.com' | 'pk.indeed.com' | 'pa.indeed.com' | 'pe.indeed.com' | 'ph.indeed.com' | 'pl.indeed.com' | 'pt.indeed.com' | 'qa.indeed.com' | 'ro.indeed.com' | 'sa.indeed.com' | 'sg.indeed.com' | 'za.indeed.com' | 'kr.indeed.com' | 'es.indeed.com' | 'se.indeed.com' | 'ch.indeed.com' | 'tw.indeed.com' | 'th.indeed.com' | 'tr.indeed.com' | 'ua.indeed.com' | 'ae.indeed.com' | 'uk.indeed.com' | 'www.indeed.com' | 'uy.indeed.com' | 've.indeed.com' | 'vn.indeed.com' | undefined;
  /** Ask so as to get more sponsored listings: by relevance, whatever sort says. The site has no such filter; no listing is left out. Default: false. */
  readonly sponsoredOnly?: boolean | undefined;
  /** Posted within this number of days. The site filters by 1, 3, 7 or 14; for other numbers older listings are left out afterwards, by the ages that the page shows. */
  readonly datePosted?: number | undefined;
  /** Remote or hybrid jobs only. */
  readonly remoteType?: 'remote' | 'hybrid' | undefined;
  /** pagination.nextPage of the previous response, complete. start is then ignored. */
  readonly nextPage?: string | undefined;
  /** Results to skip, in steps of 10. */
  readonly start?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/jobboard/listing`. */
export interface JobboardListingResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: JobboardSearchInformation;
  jobs: {
    title: string;
    company?: string;
    location?: string;
    url?: string;
    jobKey?: string;
    description?: string;
    date?: string;
    isoDate?: string;
    sponsored?: boolean;
    details?: string[];
    benefits?: string[];
    salary?: {
      min?: number;
      max?: number;
      type?: string;
      currency?: string;
    };
  }[];
  peopleAlsoSearchFor?: unknown;
  pagination?: {
    nextPage?: string;
  };
}

/** Parameters of `GET /scrape/storeplatform/collections`. */
export interface StoreplatformCollectionsParams {
  /** URL of the store. */
  readonly url: string;
  /** Collections per page. Default: 10. */
  readonly limit?: number | undefined;
  /** Results page, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/storeplatform/collections`. */
export interface StoreplatformCollectionsResult {
  requestMetadata: EngineaRequestMetadata;
  collections: {
    id: number;
    title: string;
    handle: string;
    description?: string | null;
    published_at?: string;
    updated_at?: string;
    image?: {
      src: string;
      alt?: string;
      created_at?: string;
      id?: number;
      width?: number;
      height?: number;
    } | null;
    products_count?: number;
  }[];
}

/** Parameters of `GET /scrape/realtya/listing`. */
export interface RealtyaListingParams {
  /** Zip code, city, neighbourhood, school, school district, building or full street address. */
  readonly keyword: string;
  /** Kind of offer. Default: "forSale". */
  readonly type?: 'forSale' | 'forRent' | 'sold' | undefined;
  /** Order of the results. */
  readonly sort?: 'recommended' | 'newest' | 'oldest' | 'priceLowToHigh' | 'priceHighToLow' | 'minSquareFeet' | 'maxSquareFeet' | 'bedrooms' | 'bathrooms' | 'lotSize' | 'squareFeetPrice' | 'mostRecentlySold' | undefined;
  readonly price?: RealtyaPrice | undefined;
  readonly monthlyPayment?: {
    /** Minimum. */
    readonly min?: number | undefined;
    /** Maximum. */
    readonly max?: number | undefined;
    /** Mortgage interest rate, percent. */
    readonly interestRate?: number | undefined;
    /** Home insurance rate, percent. */
    readonly insuranceRate?: number | undefined;
    /** Down payment, percent of the price. */
    readonly downPaymentPercent?: number | undefined;
    /** Down payment, amount. */
    readonly downPaymentAmount?: number | undefined;
    /** Mortgage term. */
    readonly mortgageTerm?: 'fixed15Years' | 'fixed20Years' | 'fixed30Years' | 'fixed30YearsFha' | 'fixed30YearsVa' | 'fixed30YearsJumbo' | undefined;
  } | undefined;
  readonly cost?: {
    /** Maximum monthly association fee. */
    readonly hoa?: number | undefined;
    readonly pricePerSqft?: {
      /** Minimum. The site offers 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1400, 1800, 2200, 2600, 3000. */
      readonly min?: number | undefined;
      /** Maximum. The site offers 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1400, 1800, 2200, 2600, 3000. */
      readonly max?: number | undefined;
    } | undefined;
    /** Exclude listings with a land lease. */
    readonly excludeLandLeases?: boolean | undefined;
    /** Maximum property tax per year. */
    readonly maxPropertyTaxPerYear?: number | undefined;
    /** Financing accepted. */
    readonly acceptedFinancing?: 'FHA' | 'VA' | undefined;
    /** When the price was reduced. */
    readonly priceReduced?: 'inTheLastDay' | 'inTheLast3Days' | 'inTheLast7Days' | 'inTheLast14Days' | 'inTheLast30Days' | 'moreThan30Days' | 'moreThan60Days' | 'moreThan120Days' | undefined;
  } | undefined;
  readonly beds?: RealtyaPrice | undefined;
  /** Minimum bathrooms. */
  readonly baths?: 'one' | 'oneAndHalf' | 'two' | 'twoAndHalf' | 'three' | 'four' | undefined;
  /** Kinds of home; the valid ones depend on type. */
  readonly homeTypes?: readonly ('house' | 'townhouse' | 'townhome' | 'condo' | 'land' | 'multiFamily' | 'mobile' | 'coOp' | 'other' | 'apartment')[] | undefined;
  readonly forSaleSquareFeet?: {
    /** Minimum. */
    readonly min?: RealtyaMin | undefined;
    /** Maximum. */
    readonly max?: RealtyaMin | undefined;
  } | undefined;
  readonly forRentSquareFootage?: RealtyaPrice | undefined;
  readonly lotSize?: {
    /** Minimum. */
    readonly min?: RealtyaMin2 | undefined;
    /** Maximum. */
    readonly max?: RealtyaMin2 | undefined;
  } | undefined;
  readonly stories?: {
    /** Minimum. */
    readonly min?: '1' | '2' | '3' | '4' | '5' | '10' | '15' | '20' | undefined;
    /** Maximum. */
    readonly max?: '1' | '2' | '3' | '4' | '5' | '10' | '15' | '20' | undefined;
  } | undefined;
  readonly yearBuilt?: {
    /** Minimum. */
    readonly min?: RealtyaMin3 | undefined;
    /** Maximum. */
    readonly max?: RealtyaMin3 | undefined;
  } | undefined;
  readonly homeFeatures?: {
    /** Features. */
    readonly options?: readonly ('airConditioning' | 'waterfront' | 'hasAView' | 'fireplace' | 'fixerUpper' | 'guestHouse' | 'elevator' | 'washerDryerHookup' | 'petsAllowed' | 'primaryBedroomOnMainFloor' | 'rvparking' | 'greenHome' | 'accessibleHome' | 'includeOutdoorParking')[] | undefined;
    /** Minimum garage spots. */
    readonly garageSpotsMin?: '1' | '2' | '3' | '4' | '5' | undefined;
    /** Pool. */
    readonly poolType?: 'privatePool' | 'communityPool' | 'privateOrCommunityPool' | 'noPrivatePool' | undefined;
    /** Basement. */
    readonly basement?: 'finished' | 'unfinished' | undefined;
    /** Words in the description. */
    readonly keywordSearch?: string | undefined;
  } | undefined;
  /** Status, homes for sale. */
  readonly statusOptions?: readonly ('active' | 'comingSoon' | 'contingentPending')[] | undefined;
  /** Time since the listing appeared. */
  readonly timeOnSite?: 'newListing' | 'lessThan3Days' | 'lessThan7Days' | 'lessThan14Days' | 'lessThan30Days' | 'moreThan7Days' | 'moreThan14Days' | 'moreThan30Days' | 'moreThan45Days' | 'moreThan60Days' | 'moreThan90Days' | 'moreThan180Days' | undefined;
  /** Time since the sale (type sold). */
  readonly soldWithinOption?: 'lastOneWeek' | 'lastOneMonth' | 'lastThreeMonth' | 'lastSixMonth' | 'lastYear' | 'lastTwoYear' | 'lastThreeYear' | 'lastFiveYear' | undefined;
  readonly listingType?: {
    /** Seller. */
    readonly category?: readonly ('byAgent' | 'byOwnerFsbo' | 'newConstruction' | 'foreclosures')[] | undefined;
    /** Exclude short sales. */
    readonly excludeShortSales?: boolean | undefined;
    /** Only listings of the site's own agents. */
    readonly siteListingsOnly?: boolean | undefined;
  } | undefined;
  readonly openHouseAndTour?: {
    /** Open house. */
    readonly openHouse?: 'thisWeekend' | 'anytime' | undefined;
    /** With a video tour. */
    readonly videoTour?: boolean | undefined;
  } | undefined;
  readonly schools?: {
    /** Minimum rating. */
    readonly greatSchoolRating?: number | undefined;
    /** Kinds of school. */
    readonly schoolType?: readonly ('elementary' | 'middle' | 'high')[] | undefined;
    /** Include schools without a rating. */
    readonly includeUnratedSchools?: boolean | undefined;
  } | undefined;
  readonly transportScores?: {
    /** Walking. */
    readonly walkScore?: number | undefined;
    /** Public transport. */
    readonly transitScore?: number | undefined;
    /** Cycling. */
    readonly bikeScore?: number | undefined;
  } | undefined;
  /** Exclude communities for people over 55. */
  readonly exclude55PlusCommunities?: boolean | undefined;
  /** Move-in date, MM/DD/YYYY (rent). */
  readonly moveInDate?: string | undefined;
  /** Pets (rent). */
  readonly pets?: readonly ('dogsAllowed' | 'catsAllowed')[] | undefined;
  /** Amenities (rent). */
  readonly rentalAmenities?: readonly ('airConditioning' | 'dishwasher' | 'inUnitWasherDryer' | 'parkingAllowed' | 'utilitiesIncluded' | 'attFiber' | 'furnished' | 'laundryFacility' | 'pool' | 'washerDryerHookup')[] | undefined;
  /** Other terms (rent). */
  readonly rentalOtherTerms?: readonly ('incomeRestricted' | 'student' | 'shortTerm' | 'seniorLiving' | 'military')[] | undefined;
  /** Only with a deal or promotion (rent). */
  readonly onlyWithDealOrPromotion?: boolean | undefined;
  /** Results page, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/realtya/listing`. */
export interface RealtyaListingResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: {
    totalResults?: number;
  };
  properties?: {
    id: number | string;
    url: string;
    status?: string;
    addressRaw?: string;
    address?: RealtyaAddress;
    latitude?: number;
    longitude?: number;
    price?: RealtyaPrice2;
    beds?: RealtyaPrice2;
    baths?: RealtyaPrice2;
    area?: RealtyaPrice2;
    photos?: string[];
    mlsId?: string;
    homeType?: string;
    description?: string;
    propertyName?: string;
    agentEmail?: string;
    agentPhone?: string;
    soldDate?: string;
    yearBuilt?: number;
    daysOnSite?: number;
    availableUnits?: number;
    lotSize?: unknown;
    hoa?: unknown;
    atAGlanceFacts?: unknown;
    openHouseSchedule?: unknown;
  }[];
  property?: {
    id: number | string;
    url: string;
    status?: string;
    addressRaw?: string;
    address?: RealtyaAddress;
    latitude?: number;
    longitude?: number;
    price?: RealtyaPrice2;
    beds?: RealtyaPrice2;
    baths?: RealtyaPrice2;
    area?: RealtyaPrice2;
    photos?: string[];
    mlsId?: string;
    homeType?: string;
    description?: string;
    propertyName?: string;
    agentEmail?: string;
    agentPhone?: string;
    soldDate?: string;
    yearBuilt?: number;
    daysOnSite?: number;
    availableUnits?: number;
    lotSize?: unknown;
    hoa?: unknown;
    atAGlanceFacts?: unknown;
    openHouseSchedule?: unknown;
    propertyDetails?: unknown;
    floorPlans?: unknown;
    schools?: unknown;
    nearby?: unknown;
    agentInfo?: {
      agentName?: string;
      agentPhoneNumber?: string;
      brokerName?: string;
      brokerPhoneNumber?: string;
    };
    viewsActivity?: {
      views?: number;
      favorites?: number;
    };
    updatedAt?: string;
    geo?: {
      latitude?: number;
      longitude?: number;
    };
    priceHistory?: unknown;
    taxHistory?: unknown;
    siteEstimate?: unknown;
  };
  pagination?: {
    currentPage?: number;
    nextPage?: string;
    otherPages?: Record<string, string>;
  };
}

/** Parameters of `GET /scrape/realtyb/property`. */
export interface RealtybPropertyParams {
  /** URL of a property on the site, or of a building with homes for rent. */
  readonly url: string;
  /** Also look for the e-mail addresses of agents; costs more, unless the agent's page cannot be read. Default: false. */
  readonly extractAgentEmails?: boolean | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/realtyb/property`. */
export interface RealtybPropertyResult {
  requestMetadata: EngineaRequestMetadata;
  property: {
    id: number | string;
    url: string;
    buildingName?: string;
    buildingPhoneNumber?: string;
    status?: string;
    homeType?: string;
    currency?: string;
    mlsId?: string;
    parcelNumber?: string;
    county?: string;
    description?: string;
    price?: number;
    yearBuilt?: number;
    beds?: number;
    baths?: number;
    daysOnSite?: number;
    views?: number;
    saves?: number;
    fees?: {
      monthlyHoaFee?: string;
    };
    area?: {
      livingArea?: number;
      livingAreaUnits?: string;
    };
    lotSize?: unknown;
    address?: {
      street?: string;
      city?: string;
      state?: string;
      zipcode?: string;
      county?: string;
    };
    geo?: {
      latitude?: number;
      longitude?: number;
    };
    highlights?: unknown;
    photos?: string[];
    estimate?: {
      estimate?: number;
      estimatedSaleRange?: string;
      rentEstimate?: number;
    };
    agentInfo?: {
      agentName?: string;
      agentPhoneNumber?: string;
      brokerName?: string;
      brokerPhoneNumber?: string;
      agentEmails?: string[];
    };
    priceHistory?: {
      date?: string;
      event?: string;
      price?: number;
    }[];
    taxHistory?: {
      year?: number;
      date?: string;
      tax?: number;
      value?: number;
    }[];
    mortgage?: unknown;
    schools?: {
      elementarySchool?: {
        name?: string;
        district?: string;
      };
      middleSchool?: {
        name?: string;
        district?: string;
      };
      highSchool?: {
        name?: string;
        district?: string;
      };
    };
    floorPlans?: {
      name?: string;
      availableFrom?: string;
      beds?: number;
      baths?: number;
      area?: number;
      minPrice?: number;
      maxPrice?: number;
      units?: {
        unitNumber?: string;
        availableFrom?: string;
        price?: number;
      }[];
    }[];
  };
  warnings?: string[];
}

/** Parameters of `GET /scrape/localreviews/place`. */
export interface LocalreviewsPlaceParams {
  /** The site's place id or alias. */
  readonly placeId: string;
  /** Host of the site. Default: "www.yelp.com". */
  readonly domain?: LocalreviewsDomain | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/localreviews/place`. */
export interface LocalreviewsPlaceResult {
  requestMetadata: EngineaRequestMetadata;
  placeResult: {
    name: string;
    url?: string;
    address?: string;
    neighborhoods?: string;
    country?: string;
    phone?: string;
    website?: string;
    price?: string;
    businessMap?: string;
    categories?: string[];
    rating?: number;
    reviews?: number;
    isClaimed?: boolean;
    isClaimable?: boolean;
    operationHours?: {
      hours?: {
        day?: string;
        hours?: string[];
      }[];
      today?: unknown;
    };
    features?: {
      title?: string;
      isActive?: boolean;
    }[];
    menu?: {
      section?: unknown;
      popularDishes?: {
        name?: string;
        image?: string;
        rating?: number;
        reviews?: number;
        photos?: number;
      }[];
    };
    faqs?: unknown;
    reviewHighlights?: unknown;
    images?: string[];
  };
}

/** Parameters of `GET /scrape/localreviews/search`. */
export interface LocalreviewsSearchParams {
  /** Place: a city, an address, a postal code. */
  readonly location: string;
  /** Search text. Required unless category is given. */
  readonly keyword?: string | undefined;
  /** The site's alias of a category, such as contractors. Without keyword, it lists the category. */
  readonly category?: string | undefined;
  /** Results to skip: pagination.nextStart of the previous response. */
  readonly start?: number | undefined;
  /** Host of the site. Default: "www.yelp.com". */
  readonly domain?: LocalreviewsDomain | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  readonly webhook?: EngineaWebhook | undefined;
}

/** Result of `GET /scrape/localreviews/search`. */
export interface LocalreviewsSearchResult {
  requestMetadata: EngineaRequestMetadata;
  searchInformation?: JobboardSearchInformation;
  places: {
    position: number;
    name: string;
    placeId?: string;
    alias?: string;
    url?: string;
    address?: string;
    serviceArea?: string;
    phone?: string;
    website?: string;
    price?: string;
    snippet?: string;
    image?: string;
    neighborhoods?: string[];
    categories?: string[];
    highlights?: string[];
    rating?: number;
    reviews?: number;
    isSponsored?: boolean;
    coordinates?: {
      latitude?: number;
      longitude?: number;
    };
  }[];
  pagination?: {
    start?: number;
    resultsPerPage?: number;
    nextStart?: number;
  };
}

/** Parameters of `POST /map/web`. */
export interface MapWebParams {
  /** Page of the site to map. */
  readonly url: string;
  /** Most addresses of the response. Default: 5000. */
  readonly limit?: number | undefined;
  /** Words to look for: only addresses that have one of them in the URL or the title are returned, those with the most words first. */
  readonly search?: string | undefined;
  /** true: the addresses of all hosts of the registrable domain; false: those of the host of url alone, and of the host that it redirects to. Default: true. */
  readonly includeSubdomains?: boolean | undefined;
  /** include: sitemaps, feeds and the links of the page; only: sitemaps alone, the page is not fetched; skip: no robots.txt and no sitemaps. Default: "include". */
  readonly sitemap?: 'include' | 'only' | 'skip' | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
  /** Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it. */
  readonly maxAge?: number | undefined;
  /** Where to send an event when this call has ended. */
  readonly webhook?: ScrapeWebhook | undefined;
}

/** Result of `POST /map/web`. */
export interface MapWebResult {
  requestMetadata: EngineaRequestMetadata;
  /** Each address once, without its fragment. */
  links: {
    url: string;
    /** As the page itself, its sitemap or a feed states it. */
    title?: string;
    /** As the sitemap or the feed states it. */
    lastmod?: string;
  }[];
  /** The documents that were read, and those that the site names and that could not be read. */
  sources: {
    url: string;
    type: 'page' | 'robots' | 'sitemap' | 'sitemapIndex' | 'feed';
    /** ok, or why the document could not be read. */
    verdict: MapVerdict;
    /** Addresses of the site in it, those of other sources included. */
    links: number;
  }[];
  /** Bounds that ended the map before the whole site was read. Absent if there are none. */
  limitsHit?: ('maxTime' | 'maxDocuments' | 'maxBytes' | 'maxDepth' | 'maxAddresses')[];
}

export interface ScrapeWebItem {
  /** Page to fetch. */
  readonly url?: string | undefined;
  /** Formats of the response. Omitted: html. Default: ["html"]. */
  readonly outputFormat?: readonly ('html' | 'text' | 'markdown' | 'json')[] | undefined;
  /** true: render in a browser; false: plain HTTP, and a page that needs scripts is returned as served; omitted: HTTP first, a browser if the page or a field needs it. */
  readonly jsRendering?: boolean | undefined;
  /** Proxy pool. Omitted: the deployment's default exit. */
  readonly proxyType?: ScrapeProxyType | undefined;
  /** Country of the proxy, ISO 3166-1 alpha-2. UK means GB. */
  readonly proxyCountry?: ScrapeProxyCountry | undefined;
  /** Request headers for the target, Cookie included. The values of headers with credentials, such as Cookie, Authorization or an API key, are stored encrypted while the request runs and are deleted afterwards; results show them as [removed]. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A session of the account: calls with this name share cookies and an exit. */
  readonly session?: string | undefined;
  /** true: a 4xx status of the target is an error, 502 target_status; false: it is a 200 that says so in statusCode. Free either way. Default: false. */
  readonly failOn4xx?: boolean | undefined;
  /** Pause after the page has loaded, in milliseconds. Default: 0. */
  readonly wait?: number | undefined;
  /** CSS selector to wait for. */
  readonly waitFor?: string | undefined;
  /** Page actions, run in order; the request fails when a step fails. */
  readonly jsScenario?: readonly ScrapeJsScenario[] | undefined;
  /** Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels deep. */
  readonly extractRules?: Readonly<Record<string, ScrapeExtractRules>> | undefined;
  /** Fields to extract by meaning. A field that is not on the page is null. */
  readonly aiExtractRules?: Readonly<Record<string, ScrapeAiExtractRules>> | undefined;
  /** Also list the links of the page. Default: false. */
  readonly extractLinks?: boolean | undefined;
  /** Also list the e-mail addresses on the page. Default: false. */
  readonly extractEmails?: boolean | undefined;
  /** Also take a picture of the page: true for all of it as a jpeg, or an object of options. Default: false. */
  readonly screenshot?: ScrapeScreenshot | undefined;
  /** Also print the page as a PDF document. Default: false. */
  readonly pdf?: boolean | undefined;
  /** Block images, stylesheets and fonts. Default: true, or false with screenshot or pdf. */
  readonly blockResources?: boolean | undefined;
  /** Block advertising. Default: true. */
  readonly blockAds?: boolean | undefined;
  /** Glob patterns of sub-requests to block, such as **.ads.example/**. */
  readonly blockUrls?: readonly string[] | undefined;
  /** CSS selectors; only these elements are kept. */
  readonly includeOnlyTags?: readonly string[] | undefined;
  /** CSS selectors; these elements are removed. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Remove images that are inlined as base64. Default: false. */
  readonly removeBase64Images?: boolean | undefined;
  /** Keep the main content only. Default: false. */
  readonly onlyMainContent?: boolean | undefined;
  /** Write links as their text alone in markdown. Default: false. */
  readonly dropLinks?: boolean | undefined;
  /** Leave images out of markdown. Default: false. */
  readonly dropImages?: boolean | undefined;
  /** Also count the tokens of markdown for language models. Default: false. */
  readonly tokenCount?: boolean | undefined;
  /** Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length. */
  readonly tokenizer?: ScrapeTokenizer | undefined;
  /** Also cut markdown into chunks, by its headings. */
  readonly chunks?: ScrapeChunks | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
}

export interface ScrapeWebDefaults {
  /** Page to fetch. */
  readonly url?: string | undefined;
  /** Formats of the response. Omitted: html. Default: ["html"]. */
  readonly outputFormat?: readonly ('html' | 'text' | 'markdown' | 'json')[] | undefined;
  /** true: render in a browser; false: plain HTTP, and a page that needs scripts is returned as served; omitted: HTTP first, a browser if the page or a field needs it. */
  readonly jsRendering?: boolean | undefined;
  /** Proxy pool. Omitted: the deployment's default exit. */
  readonly proxyType?: ScrapeProxyType | undefined;
  /** Country of the proxy, ISO 3166-1 alpha-2. UK means GB. */
  readonly proxyCountry?: ScrapeProxyCountry | undefined;
  /** Request headers for the target, Cookie included. The values of headers with credentials, such as Cookie, Authorization or an API key, are stored encrypted while the request runs and are deleted afterwards; results show them as [removed]. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A session of the account: calls with this name share cookies and an exit. */
  readonly session?: string | undefined;
  /** true: a 4xx status of the target is an error, 502 target_status; false: it is a 200 that says so in statusCode. Free either way. Default: false. */
  readonly failOn4xx?: boolean | undefined;
  /** Pause after the page has loaded, in milliseconds. Default: 0. */
  readonly wait?: number | undefined;
  /** CSS selector to wait for. */
  readonly waitFor?: string | undefined;
  /** Page actions, run in order; the request fails when a step fails. */
  readonly jsScenario?: readonly ScrapeJsScenario[] | undefined;
  /** Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels deep. */
  readonly extractRules?: Readonly<Record<string, ScrapeExtractRules>> | undefined;
  /** Fields to extract by meaning. A field that is not on the page is null. */
  readonly aiExtractRules?: Readonly<Record<string, ScrapeAiExtractRules>> | undefined;
  /** Also list the links of the page. Default: false. */
  readonly extractLinks?: boolean | undefined;
  /** Also list the e-mail addresses on the page. Default: false. */
  readonly extractEmails?: boolean | undefined;
  /** Also take a picture of the page: true for all of it as a jpeg, or an object of options. Default: false. */
  readonly screenshot?: ScrapeScreenshot | undefined;
  /** Also print the page as a PDF document. Default: false. */
  readonly pdf?: boolean | undefined;
  /** Block images, stylesheets and fonts. Default: true, or false with screenshot or pdf. */
  readonly blockResources?: boolean | undefined;
  /** Block advertising. Default: true. */
  readonly blockAds?: boolean | undefined;
  /** Glob patterns of sub-requests to block, such as **.ads.example/**. */
  readonly blockUrls?: readonly string[] | undefined;
  /** CSS selectors; only these elements are kept. */
  readonly includeOnlyTags?: readonly string[] | undefined;
  /** CSS selectors; these elements are removed. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Remove images that are inlined as base64. Default: false. */
  readonly removeBase64Images?: boolean | undefined;
  /** Keep the main content only. Default: false. */
  readonly onlyMainContent?: boolean | undefined;
  /** Write links as their text alone in markdown. Default: false. */
  readonly dropLinks?: boolean | undefined;
  /** Leave images out of markdown. Default: false. */
  readonly dropImages?: boolean | undefined;
  /** Also count the tokens of markdown for language models. Default: false. */
  readonly tokenCount?: boolean | undefined;
  /** Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length. */
  readonly tokenizer?: ScrapeTokenizer | undefined;
  /** Also cut markdown into chunks, by its headings. */
  readonly chunks?: ScrapeChunks | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
}

export interface EngineaSerpItem {
  /** Search text; the engine's operators are supported. */
  readonly q?: string | undefined;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Host of the engine. Default: "google.com". */
  readonly domain?: EngineaDomain | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Languages of the sites to return. */
  readonly lr?: readonly EngineaLr[] | undefined;
  /** The engine's place id. */
  readonly ludocid?: string | undefined;
  /** Second place id. */
  readonly lsig?: string | undefined;
  /** Id of an entity in the knowledge graph. */
  readonly kgmid?: string | undefined;
  /** Id of cached search parameters. */
  readonly si?: string | undefined;
  /** Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date. */
  readonly tbs?: string | undefined;
  /** Adult-content filter. */
  readonly safe?: 'active' | 'off' | undefined;
  /** 1 enables the filters of similar and omitted results, 0 disables them. Default: 1. */
  readonly filter?: EngineaFilter | undefined;
  /** 1 turns off spelling correction of the search text. Default: 0. */
  readonly nfpr?: 0 | 1 | undefined;
  /** Kind of search: images, videos, news, shopping, places. Omitted: web pages. */
  readonly tbm?: EngineaTbm | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0. */
  readonly start?: number | undefined;
  /** Results per page; the engine itself returns about 10. Default: 10. */
  readonly num?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
}

export interface EngineaSerpDefaults {
  /** Search text; the engine's operators are supported. */
  readonly q?: string | undefined;
  /** Origin of the search: a canonical place name such as Austin,Texas,United States. */
  readonly location?: string | undefined;
  /** Encoded origin of the search. Cannot be combined with location. */
  readonly uule?: string | undefined;
  /** Host of the engine. Default: "google.com". */
  readonly domain?: EngineaDomain | undefined;
  /** Country of the search, two letters. */
  readonly gl?: EngineaGl | undefined;
  /** Language of the interface, two letters or one of the engine's own codes such as zh-cn. */
  readonly hl?: EngineaHl | undefined;
  /** Languages of the sites to return. */
  readonly lr?: readonly EngineaLr[] | undefined;
  /** The engine's place id. */
  readonly ludocid?: string | undefined;
  /** Second place id. */
  readonly lsig?: string | undefined;
  /** Id of an entity in the knowledge graph. */
  readonly kgmid?: string | undefined;
  /** Id of cached search parameters. */
  readonly si?: string | undefined;
  /** Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date. */
  readonly tbs?: string | undefined;
  /** Adult-content filter. */
  readonly safe?: 'active' | 'off' | undefined;
  /** 1 enables the filters of similar and omitted results, 0 disables them. Default: 1. */
  readonly filter?: EngineaFilter | undefined;
  /** 1 turns off spelling correction of the search text. Default: 0. */
  readonly nfpr?: 0 | 1 | undefined;
  /** Kind of search: images, videos, news, shopping, places. Omitted: web pages. */
  readonly tbm?: EngineaTbm | undefined;
  /** Device type to request the page as. Default: "desktop". */
  readonly deviceType?: EngineaDeviceType | undefined;
  /** Results to skip: 0, 10, 20; with tbm lcl in steps of 20. Default: 0. */
  readonly start?: number | undefined;
  /** Results per page; the engine itself returns about 10. Default: 10. */
  readonly num?: number | undefined;
  /** Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000. */
  readonly timeout?: number | undefined;
}

export interface Violation {
  /** Dotted path such as price.max or outputFormat.0. */
  field: string;
  rule: 'required' | 'requiredIfNotExists' | 'requiredWhen' | 'unknown' | 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'enum' | 'range' | 'min' | 'max' | 'minLength' | 'maxLength' | 'fixedLength' | 'regex' | 'url' | 'urlScheme' | 'urlHost' | 'date' | 'after' | 'afterField' | 'greaterThanField' | 'notLessThanField' | 'prohibited' | 'prohibitedWith' | 'requiresRendering' | 'forbidden' | 'selector' | 'unique' | 'jsonSchemaAI';
  /** Says how to fix it. */
  message: string;
}

export interface BatchAccepted {
  /** Same as the x-request-id of the accepted call. */
  jobId: string;
  status: 'ok';
}

export interface BatchStatus {
  jobId: string;
  status: 'ok';
  data: {
    /** pending: nothing has started. in_progress: items are running. done: every item has ended, failed ones included. stopped: every item has ended after a stop was requested. */
    status: BatchStatusStatus;
    /** Items submitted. */
    requestsCount: number;
    /** Ended items that can be read. */
    responsesCount: number;
    /** Ended items that succeeded. */
    succeededCount: number;
    /** Ended items that failed, were cancelled or expired. */
    failedCount: number;
    /** Succeeded items whose target responded with a 4xx, free of charge. */
    targetErrorCount: number;
    /** Credits held for items that have not ended. */
    creditsHeld: number;
    /** Credits charged for ended items. */
    creditsCharged: number;
    createdAt: string;
    /** When the first item was handed to a worker. */
    startedAt?: string;
    /** When the job was done or stopped. */
    finishedAt?: string;
    /** When a stop was first requested. */
    stopRequestedAt?: string;
    /** First page of the results. */
    resultsUrl: string;
    /** Of a crawl: addresses that it knows, those fetched included. */
    discoveredCount?: number;
    /** Of a crawl: bounds that left addresses out. Absent if there are none. */
    limitsHit?: ('limit' | 'maxVariants' | 'maxCredits' | 'credits' | 'creditPeriod' | 'keyCreditsPerDay' | 'maxTime')[];
    /** Delivery of the results to the caller's bucket, if the submission asked for it. */
    delivery?: BatchStatusDelivery;
  };
}

export interface BatchResultRow {
  /** The item as sent. */
  query: Record<string, unknown>;
  result: {
    /** Request id of the item. */
    id: string;
    /** Position in the submission, from 0. */
    index: number;
    status: 'ok';
    /** URL of the stored response, the same as of a single call. Requires the same API key. */
    json: string;
    /** Status of the target's last response, if it gave one. */
    statusCode?: number;
    /** URL of the stored document. Requires the same API key. */
    html?: string;
    /** Requested URL of the target. */
    url?: string;
  } | {
    /** Request id of the item. */
    id: string;
    /** Position in the submission, from 0. */
    index: number;
    status: 'error';
    /** The codes of a single call, plus cancelled (The job was stopped before this item ran. Submit it again if you still need it.) and expired (The job reached its time limit before this item ran. Submit it again.) */
    error: 'token_expired' | 'target_not_found' | 'session_unusable' | 'proxy_unavailable' | 'target_forbidden' | 'scenario_failed' | 'free_budget_exhausted' | 'internal_error' | 'target_blocked' | 'target_status' | 'target_rate_limited' | 'target_unreachable' | 'target_too_large' | 'target_unsupported' | 'target_unrecognized' | 'duplicate_page' | 'robots_disallowed' | 'overloaded' | 'storage_exhausted' | 'target_timeout' | 'deadline_exceeded' | 'cancelled' | 'expired';
    /** One readable line that says what to do. */
    message: string;
    /** Whether the same item may succeed later. */
    retryable: boolean;
    /** Machine-readable detail, such as the blocking system. */
    reason?: string;
    /** How long the target asked to wait, with target_rate_limited. */
    retryAfterSeconds?: number;
    /** Status of the target's last response, if it gave one. */
    statusCode?: number;
    /** URL of the stored page, with target_unrecognized. Requires the same API key. */
    html?: string;
  };
}

/** Filters of `GET /webhooks/deliveries`. */
export interface DeliveryFilters {
  /** Only the events of this job. */
  readonly jobId?: string | undefined;
  /** Only deliveries in this state. */
  readonly state?: 'pending' | 'delivered' | 'dead' | undefined;
  /** Deliveries per page. Default: 20. */
  readonly limit?: number | undefined;
  /** Start of the page, taken from nextPage of the page before. */
  readonly cursor?: string | undefined;
}

/** Data of `GET /webhooks/deliveries`. */
export interface DeliveryList {
  deliveries: {
    /** The webhook-id header of every attempt. */
    id: string;
    event: DeliveryListEvent;
    /** The batch, for its events. */
    jobId?: string;
    /** The request, for request.completed. */
    requestId?: string;
    /** The receiver. */
    url: string;
    state: 'pending' | 'delivered' | 'dead';
    /** Attempts started. */
    attempts: number;
    createdAt: string;
    /** Set while the state is pending. */
    nextAttemptAt?: string;
    lastAttemptAt?: string;
    /** HTTP status of the receiver's last response. */
    lastStatusCode?: number;
    /** Why the last attempt failed, such as timeout, status or ECONNREFUSED. */
    lastError?: string;
  }[];
  /** URL of the next page, if there is one. */
  nextPage?: string;
}

/** Data of `POST /webhooks/deliveries/{deliveryId}/redeliver`. */
export interface Delivery {
  /** The webhook-id header of every attempt. */
  id: string;
  event: DeliveryListEvent;
  /** The batch, for its events. */
  jobId?: string;
  /** The request, for request.completed. */
  requestId?: string;
  /** The receiver. */
  url: string;
  state: 'pending' | 'delivered' | 'dead';
  /** Attempts started. */
  attempts: number;
  createdAt: string;
  /** Set while the state is pending. */
  nextAttemptAt?: string;
  lastAttemptAt?: string;
  /** HTTP status of the receiver's last response. */
  lastStatusCode?: number;
  /** Why the last attempt failed, such as timeout, status or ECONNREFUSED. */
  lastError?: string;
}

/** Data of `GET /webhooks/secret`. */
export interface WebhookSecrets {
  /** The secret that signs every webhook. */
  secret: string;
  /** The previous secret, which signs as well while the operator rotates the secret of the deployment. */
  previousSecret?: string;
}

/** Filters of `GET /requests`. */
export interface RequestFilters {
  /** Only this operation. */
  readonly operation?: 'scrape/web' | 'enginea/serp' | 'enginea/ai-mode' | 'enginea/shopping' | 'enginea/images' | 'enginea/scholar' | 'engineb/serp' | 'enginec/serp' | 'lodging/search' | 'lodging/place' | 'retailer/search' | 'retailer/product' | 'jobboard/listing' | 'storeplatform/collections' | 'realtya/listing' | 'realtyb/property' | 'localreviews/place' | 'localreviews/search' | 'map/web' | 'reparse' | undefined;
  /** Only requests in this status. */
  readonly status?: 'pending' | 'ok' | 'error' | undefined;
  /** Only requests that ended with this error. */
  readonly error?: RequestFiltersError | undefined;
  /** Only requests to this host, such as example.com, with its port if it has one. */
  readonly host?: string | undefined;
  /** Only requests made with this API key: its id, or console for calls of people in the console. */
  readonly key?: string | undefined;
  /** Only requests made at this time or later; a date begins at midnight UTC. */
  readonly since?: string | undefined;
  /** Only requests made before this time; a date begins at midnight UTC. */
  readonly until?: string | undefined;
  /** The items of this batch, in the order of submission, instead of single requests. */
  readonly batch?: string | undefined;
  /** Requests per page. Default: 20. */
  readonly limit?: number | undefined;
  /** Start of the page, taken from nextPage of the page before. */
  readonly cursor?: string | undefined;
}

/** Data of `GET /requests`. */
export interface RequestList {
  requests: RequestSummary[];
  /** URL of the next page, if there may be one. */
  nextPage?: string;
}

/** One of the requests of a list. */
export interface RequestSummary {
  id: string;
  /** Such as scrape/web. */
  operation: string;
  /** pending: it has not ended. */
  status: 'pending' | 'ok' | 'error';
  /** Id of the API key that made it; console: a person in the console. Older requests have none. */
  key?: string;
  /** The batch whose item this is. */
  batch?: string;
  /** Position in the batch, from 0. */
  index?: number;
  /** What came of the fetch. */
  verdict?: MapVerdict;
  error?: RequestFiltersError;
  /** One readable line that says what to do. */
  message?: string;
  /** Whether the same request may succeed later. */
  retryable?: boolean;
  /** Machine-readable detail, such as the blocking system. */
  reason?: string;
  /** How long the target asked to wait. */
  retryAfterSeconds?: number;
  /** Host of the target. */
  host?: string;
  /** http or browser: what served, or was tried last. */
  tier?: string;
  /** Status of the target's last response. */
  statusCode?: number;
  /** Attempts that were begun. */
  attempt: number;
  createdAt: string;
  /** When a worker began it. */
  startedAt?: string;
  endedAt?: string;
  /** Milliseconds by stage. */
  timings: RequestSummaryTimings;
  /** Held until it ends. */
  creditsHeld: number;
  creditsCharged: number;
  /** URL of the stored response. Requires the same API key. */
  result?: string;
  /** URL of the stored page that no parser understood. Requires the same API key. */
  html?: string;
}

/** Data of `GET /requests/{requestId}`. */
export interface RequestRecord {
  id: string;
  /** Such as scrape/web. */
  operation: string;
  /** pending: it has not ended. */
  status: 'pending' | 'ok' | 'error';
  /** Id of the API key that made it; console: a person in the console. Older requests have none. */
  key?: string;
  /** The batch whose item this is. */
  batch?: string;
  /** Position in the batch, from 0. */
  index?: number;
  /** What came of the fetch. */
  verdict?: MapVerdict;
  error?: RequestFiltersError;
  /** One readable line that says what to do. */
  message?: string;
  /** Whether the same request may succeed later. */
  retryable?: boolean;
  /** Machine-readable detail, such as the blocking system. */
  reason?: string;
  /** How long the target asked to wait. */
  retryAfterSeconds?: number;
  /** Host of the target. */
  host?: string;
  /** http or browser: what served, or was tried last. */
  tier?: string;
  /** Status of the target's last response. */
  statusCode?: number;
  /** Attempts that were begun. */
  attempt: number;
  createdAt: string;
  /** When a worker began it. */
  startedAt?: string;
  endedAt?: string;
  /** Milliseconds by stage. */
  timings: RequestSummaryTimings;
  /** Held until it ends. */
  creditsHeld: number;
  creditsCharged: number;
  /** URL of the stored response. Requires the same API key. */
  result?: string;
  /** URL of the stored page that no parser understood. Requires the same API key. */
  html?: string;
  /** The parameters, with defaults. The values of secrets are replaced by [removed]. */
  params: unknown;
  /** When it ends at the latest. */
  deadlineAt: string;
}

/** Filters of `GET /batches`. */
export interface BatchFilters {
  /** Batches per page. Default: 20. */
  readonly limit?: number | undefined;
  /** Start of the page, taken from nextPage of the page before. */
  readonly cursor?: string | undefined;
}

/** Data of `GET /batches`. */
export interface BatchList {
  batches: BatchSummary[];
  /** URL of the next page, if there may be one. */
  nextPage?: string;
}

/** One of the batches of a list. */
export interface BatchSummary {
  jobId: string;
  /** Operation of the items. */
  operation: string;
  /** pending: nothing has started. in_progress: items are running. done: every item has ended, failed ones included. stopped: every item has ended after a stop was requested. */
  status: BatchStatusStatus;
  /** Items submitted. */
  requestsCount: number;
  /** Ended items that can be read. */
  responsesCount: number;
  /** Ended items that succeeded. */
  succeededCount: number;
  /** Ended items that failed, were cancelled or expired. */
  failedCount: number;
  /** Succeeded items whose target responded with a 4xx, free of charge. */
  targetErrorCount: number;
  /** Credits held for items that have not ended. */
  creditsHeld: number;
  /** Credits charged for ended items. */
  creditsCharged: number;
  createdAt: string;
  /** When the first item was handed to a worker. */
  startedAt?: string;
  /** When the job was done or stopped. */
  finishedAt?: string;
  /** When a stop was first requested. */
  stopRequestedAt?: string;
  /** First page of the results. */
  resultsUrl: string;
  /** Of a crawl: addresses that it knows, those fetched included. */
  discoveredCount?: number;
  /** Of a crawl: bounds that left addresses out. Absent if there are none. */
  limitsHit?: ('limit' | 'maxVariants' | 'maxCredits' | 'credits' | 'creditPeriod' | 'keyCreditsPerDay' | 'maxTime')[];
  /** Delivery of the results to the caller's bucket, if the submission asked for it. */
  delivery?: BatchStatusDelivery;
}

/** Body of `POST /schedules`. */
export interface ScheduleParams {
  /** A name of your own. */
  readonly name?: string | undefined;
  /** When to run, as a cron expression of five fields: minute, hour, day of month, month, day of week. Either this or intervalSeconds. */
  readonly cron?: string | undefined;
  /** Time between two runs in seconds, from the creation of the schedule on. Either this or cron. */
  readonly intervalSeconds?: number | undefined;
  /** Time zone of cron, such as Europe/Berlin. Default: "UTC". */
  readonly timeZone?: string | undefined;
  /** What to run. */
  readonly target: {
    /** operation: one call. batch: a batch of calls. crawl: the crawl of a site. Default: "operation". */
    readonly type?: 'operation' | 'batch' | 'crawl' | undefined;
    /** The operation, such as scrape/web. Required unless type is crawl, whose pages are calls of scrape/web. */
    readonly operation?: string | undefined;
    /** The parameters of the call, as in its body or query; of a batch or a crawl, what the body of the call that starts it has. */
    readonly params: Readonly<Record<string, unknown>>;
  };
  /** What to do about runs that were missed because the service was down: skip them, runOnce for all of them, or runAll, the newest 10 at most. Default: "runOnce". */
  readonly missedRuns?: 'skip' | 'runOnce' | 'runAll' | undefined;
  /** What to compare with the last run. Of a batch or a crawl, page by page. */
  readonly changeTracking?: {
    /** Paths in the response whose values are compared, such as price or extractedData.title. */
    readonly fields?: readonly string[] | undefined;
    /** true: pages as markdown are compared line by line. scrape/web and crawls only. */
    readonly markdown?: boolean | undefined;
    /** true: the links of pages are compared. scrape/web and crawls only. */
    readonly links?: boolean | undefined;
  } | undefined;
  /** Where to send schedule.changed when a run finds a change. Requires changeTracking. */
  readonly webhook?: {
    /** Receiver: a public http or https URL. */
    readonly url: string;
  } | undefined;
}

/** Data of `POST /schedules`. */
export interface Schedule {
  id: string;
  name?: string;
  state: 'active' | 'paused';
  cron?: string;
  intervalSeconds?: number;
  timeZone: string;
  target: ScheduleTarget;
  missedRuns: 'skip' | 'runOnce' | 'runAll';
  changeTracking?: ScheduleChangeTracking;
  webhook?: {
    url: string;
  };
  /** Id of the API key that made it, with which its runs are made; console: a person in the console. */
  key?: string;
  createdAt: string;
  /** The next five, or fewer if there are no more. */
  nextRuns: string[];
  /** Feed of the changes that its runs found. Requires an API key of the account. */
  changesUrl?: string;
}

/** Data of `GET /schedules/{scheduleId}`. */
export interface ScheduleDetails {
  id: string;
  name?: string;
  state: 'active' | 'paused';
  cron?: string;
  intervalSeconds?: number;
  timeZone: string;
  target: ScheduleTarget;
  missedRuns: 'skip' | 'runOnce' | 'runAll';
  changeTracking?: ScheduleChangeTracking;
  webhook?: {
    url: string;
  };
  /** Id of the API key that made it, with which its runs are made; console: a person in the console. */
  key?: string;
  createdAt: string;
  /** The next five, or fewer if there are no more. */
  nextRuns: string[];
  /** Feed of the changes that its runs found. Requires an API key of the account. */
  changesUrl?: string;
  /** The newest first. */
  runs: ScheduleRun[];
}

/** One of the runs of a list. */
export interface ScheduleRun {
  id: string;
  dueAt: string;
  /** missed: nothing ran. refused: the call was refused; message says why. error: the call failed. */
  status: 'waiting' | 'running' | 'ok' | 'error' | 'refused' | 'missed';
  startedAt?: string;
  endedAt?: string;
  /** The request, in GET /requests/<id>. */
  requestId?: string;
  /** The batch or the crawl. */
  jobId?: string;
  /** Error code. */
  error?: string;
  message?: string;
  creditsCharged: number;
  change?: {
    /** first: there was nothing to compare with. unknown: it could not be compared; message says why. */
    status: 'first' | 'same' | 'changed' | 'unknown';
    message?: string;
    /** When the run was due that it is compared with. */
    comparedWith?: string;
    /** Fields, links and lines of markdown together; of a batch or a crawl, pages. */
    added: number;
    removed: number;
    /** Fields alone; of a batch or a crawl, pages. */
    changed: number;
    fields?: ScheduleRunFields[];
    links?: ScheduleRunLinks;
    markdown?: ScheduleRunMarkdown;
    /** Of a batch or a crawl alone. */
    pages?: {
      /** Pages whose content both runs have. */
      compared: number;
      /** Pages that could not be read this time: they failed, are duplicates, or were not reached. */
      unknown: number;
      /** Addresses of new pages. */
      added: string[];
      /** Addresses of pages that are gone. */
      removed: string[];
      /** Only the first have what differs in them, as far as it is still stored. */
      changed: {
        url: string;
        requestId: string;
        added?: number;
        removed?: number;
        changed?: number;
        fields?: ScheduleRunFields[];
        links?: ScheduleRunLinks;
        markdown?: ScheduleRunMarkdown;
      }[];
    };
    /** true: not everything is compared or shown. */
    isCut?: boolean;
  };
}

/** Body of `POST /schedules/{scheduleId}/feed-link`. */
export interface FeedLinkParams {
  /** How long the link opens without a key, in seconds. Default: 2592000. */
  readonly expiresInSeconds?: number | undefined;
}

/** Data of `POST /schedules/{scheduleId}/feed-link`. */
export interface FeedLink {
  url: string;
  expiresAt: string;
}

/** Data of `GET /sessions`. */
export interface SessionList {
  sessions: {
    name: string;
    /** Hosts that it has cookies for. Absent, as cookiesCount is, if the cookies can no longer be decrypted. */
    hosts?: string[];
    cookiesCount?: number;
    /** Pool of the exit that it keeps. Absent before its first response. */
    proxyType?: ScrapeProxyType;
    /** Country of that exit, ISO 3166-1 alpha-2, where it was chosen by country. */
    proxyCountry?: string;
    createdAt: string;
    /** To the minute. */
    lastUsedAt: string;
    /** 30 days after its last call. */
    expiresAt: string;
  }[];
}

/** Data of `GET /sessions/{sessionName}`. */
export interface Session {
  name: string;
  /** Hosts that it has cookies for. Absent, as cookiesCount is, if the cookies can no longer be decrypted. */
  hosts?: string[];
  cookiesCount?: number;
  /** Pool of the exit that it keeps. Absent before its first response. */
  proxyType?: ScrapeProxyType;
  /** Country of that exit, ISO 3166-1 alpha-2, where it was chosen by country. */
  proxyCountry?: string;
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string;
  /** 30 days after its last call. */
  expiresAt: string;
}

/** Data of `GET /user/me/usage`. */
export interface Usage {
  totalCredits: number;
  availableCredits: number;
  /** Held by running requests and batches. */
  heldCredits: number;
  periodStart: string;
  /** Unused credits expire with the period. */
  periodEnd: string;
  /** Requests that may run at once. */
  concurrentRequests: number;
  /** How many more may begin now. */
  availableConcurrency: number;
  /** What the free outcomes of the last hour, such as missing pages, would have cost. */
  freeCreditsUsed: number;
  /** At this value calls return 429 free_budget_exhausted; grows with the charged credits. */
  freeCreditsBudget: number;
  /** Total size of the stored files of the account. */
  storedBytes: number;
  /** At this value calls return 507 storage_exhausted. */
  storedBytesLimit: number;
}

/** Body of `POST /requests/{requestId}/reparse`. */
export interface ReparseParams {
  /** Formats of the response. Omitted: html. Default: ["html"]. */
  readonly outputFormat?: readonly ('html' | 'text' | 'markdown' | 'json')[] | undefined;
  /** Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item or list, output: text, html, markdown, @attribute or nested rules}. At most 100 rules in all, 5 levels deep. */
  readonly extractRules?: Readonly<Record<string, ScrapeExtractRules>> | undefined;
  /** Fields to extract by meaning. A field that is not on the page is null. */
  readonly aiExtractRules?: Readonly<Record<string, ScrapeAiExtractRules>> | undefined;
  /** Also list the links of the page. Default: false. */
  readonly extractLinks?: boolean | undefined;
  /** Also list the e-mail addresses on the page. Default: false. */
  readonly extractEmails?: boolean | undefined;
  /** CSS selectors; only these elements are kept. */
  readonly includeOnlyTags?: readonly string[] | undefined;
  /** CSS selectors; these elements are removed. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Remove images that are inlined as base64. Default: false. */
  readonly removeBase64Images?: boolean | undefined;
  /** Keep the main content only. Default: false. */
  readonly onlyMainContent?: boolean | undefined;
  /** Write links as their text alone in markdown. Default: false. */
  readonly dropLinks?: boolean | undefined;
  /** Leave images out of markdown. Default: false. */
  readonly dropImages?: boolean | undefined;
  /** Also count the tokens of markdown for language models. Default: false. */
  readonly tokenCount?: boolean | undefined;
  /** Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length. */
  readonly tokenizer?: ScrapeTokenizer | undefined;
  /** Also cut markdown into chunks, by its headings. */
  readonly chunks?: ScrapeChunks | undefined;
}

/** Body of `POST /files/sign`. */
export interface SignParams {
  /** Link to a stored file of this account, as responses contain it. */
  readonly url: string;
  /** How long the signed link opens without a key, in seconds. Default: 3600. */
  readonly expiresInSeconds?: number | undefined;
}

/** Data of `POST /files/sign`. */
export interface SignedLink {
  url: string;
  expiresAt: string;
}

export type ScrapeProxyType = 'datacenter' | 'residential';

export type ScrapeProxyCountry =
  | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ'
  | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS'
  | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN'
  | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE'
  | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF'
  | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM'
  | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM'
  | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC'
  | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK'
  | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA'
  | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG'
  | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW'
  | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS'
  | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO'
  | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI'
  | 'VN' | 'VU' | 'WF' | 'WS' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | 'UK';

export interface ScrapeJsScenario {
  readonly click?: string | undefined;
  readonly fill?: readonly [string, string] | undefined;
  /** Pause in milliseconds. */
  readonly wait?: number | undefined;
  readonly waitFor?: string | undefined;
  readonly waitForAndClick?: string | undefined;
  /** Pixels. */
  readonly scrollX?: number | undefined;
  /** Pixels. */
  readonly scrollY?: number | undefined;
  readonly evaluate?: string | undefined;
}

export type ScrapeExtractRules = string | ScrapeExtractRules2;

export interface ScrapeExtractRules2 {
  /** CSS selector; in a nested rule, of elements below the one around it. */
  readonly selector: string;
  /** item: the first value or null; list: all of them. Default: "item". */
  readonly type?: ScrapeType | undefined;
  /** Default: "text". */
  readonly output?: ScrapeOutput | undefined;
}

export type ScrapeType = 'item' | 'list';

export type ScrapeOutput = 'text' | 'html' | 'markdown' | Readonly<Record<string, ScrapeOutput2>> | (string & Record<never, never>);

export type ScrapeOutput2 = string | ScrapeOutput3;

export interface ScrapeOutput3 {
  /** CSS selector; in a nested rule, of elements below the one around it. */
  readonly selector: string;
  /** item: the first value or null; list: all of them. Default: "item". */
  readonly type?: ScrapeType | undefined;
  /** Default: "text". */
  readonly output?: ScrapeOutput4 | undefined;
}

export type ScrapeOutput4 = 'text' | 'html' | 'markdown' | Readonly<Record<string, ScrapeOutput5>> | (string & Record<never, never>);

export type ScrapeOutput5 = string | ScrapeOutput6;

export interface ScrapeOutput6 {
  /** CSS selector; in a nested rule, of elements below the one around it. */
  readonly selector: string;
  /** item: the first value or null; list: all of them. Default: "item". */
  readonly type?: ScrapeType | undefined;
  /** Default: "text". */
  readonly output?: ScrapeOutput7 | undefined;
}

export type ScrapeOutput7 = 'text' | 'html' | 'markdown' | Readonly<Record<string, ScrapeOutput8>> | (string & Record<never, never>);

export type ScrapeOutput8 = string | ScrapeOutput9;

export interface ScrapeOutput9 {
  /** CSS selector; in a nested rule, of elements below the one around it. */
  readonly selector: string;
  /** item: the first value or null; list: all of them. Default: "item". */
  readonly type?: ScrapeType | undefined;
  /** Default: "text". */
  readonly output?: ScrapeOutput10 | undefined;
}

export type ScrapeOutput10 = 'text' | 'html' | 'markdown' | Readonly<Record<string, ScrapeOutput11>> | (string & Record<never, never>);

export type ScrapeOutput11 = string | ScrapeOutput12;

export interface ScrapeOutput12 {
  /** CSS selector; in a nested rule, of elements below the one around it. */
  readonly selector: string;
  /** item: the first value or null; list: all of them. Default: "item". */
  readonly type?: ScrapeType | undefined;
  /** Default: "text". */
  readonly output?: ScrapeOutput13 | undefined;
}

export type ScrapeOutput13 = 'text' | 'html' | 'markdown' | (string & Record<never, never>);

export type ScrapeAiExtractRules = ScrapeAiExtractRules2 | ScrapeAiExtractRules3 | ScrapeAiExtractRules4 | ScrapeAiExtractRules5;

export interface ScrapeAiExtractRules2 {
  readonly type: 'string';
  readonly description?: string | undefined;
  readonly enum?: readonly string[] | undefined;
}

export interface ScrapeAiExtractRules3 {
  readonly type: 'number' | 'boolean';
  readonly description?: string | undefined;
}

export interface ScrapeAiExtractRules4 {
  readonly type: 'list';
  readonly description?: string | undefined;
  readonly output: ScrapeOutput14;
}

export type ScrapeOutput14 = 'string' | 'number' | 'boolean' | Readonly<Record<string, unknown>>;

export interface ScrapeAiExtractRules5 {
  readonly type: 'item';
  readonly description?: string | undefined;
  /** Fields, each a rule of the same form. */
  readonly output: Readonly<Record<string, unknown>>;
}

export type ScrapeScreenshot = boolean | ScrapeScreenshot2;

export interface ScrapeScreenshot2 {
  /** true: the whole page; false: what the window shows. Default: true. */
  readonly fullPage?: boolean | undefined;
  /** Format of the picture. Default: jpeg. */
  readonly format?: 'jpeg' | 'png' | 'webp' | undefined;
  /** Quality of a jpeg or webp. Default: 80. */
  readonly quality?: number | undefined;
  /** CSS selector: the picture is of the first element that matches. Without one, the request fails. */
  readonly selector?: string | undefined;
  /** Size of the window that the page is rendered in. */
  readonly viewport?: ScrapeViewport | undefined;
  /** Device that the page is rendered as: its window, user agent and touch. */
  readonly device?: ScrapeDevice | undefined;
}

export interface ScrapeViewport {
  /** Width in CSS pixels. */
  readonly width: number;
  /** Height in CSS pixels. */
  readonly height: number;
}

export type ScrapeDevice =
  | 'Blackberry PlayBook' | 'Blackberry PlayBook landscape' | 'BlackBerry Z30' | 'BlackBerry Z30 landscape'
  | 'Galaxy Note 3' | 'Galaxy Note 3 landscape' | 'Galaxy Note II' | 'Galaxy Note II landscape' | 'Galaxy S III'
  | 'Galaxy S III landscape' | 'Galaxy S5' | 'Galaxy S5 landscape' | 'Galaxy S8' | 'Galaxy S8 landscape' | 'Galaxy S9+'
  | 'Galaxy S9+ landscape' | 'Galaxy Tab S4' | 'Galaxy Tab S4 landscape' | 'iPad' | 'iPad landscape' | 'iPad (gen 6)'
  | 'iPad (gen 6) landscape' | 'iPad (gen 7)' | 'iPad (gen 7) landscape' | 'iPad Mini' | 'iPad Mini landscape'
  | 'iPad Pro' | 'iPad Pro landscape' | 'iPad Pro 11' | 'iPad Pro 11 landscape' | 'iPhone 4' | 'iPhone 4 landscape'
  | 'iPhone 5' | 'iPhone 5 landscape' | 'iPhone 6' | 'iPhone 6 landscape' | 'iPhone 6 Plus' | 'iPhone 6 Plus landscape'
  | 'iPhone 7' | 'iPhone 7 landscape' | 'iPhone 7 Plus' | 'iPhone 7 Plus landscape' | 'iPhone 8' | 'iPhone 8 landscape'
  | 'iPhone 8 Plus' | 'iPhone 8 Plus landscape' | 'iPhone SE' | 'iPhone SE landscape' | 'iPhone SE (3rd gen)'
  | 'iPhone SE (3rd gen) landscape' | 'iPhone X' | 'iPhone X landscape' | 'iPhone XR' | 'iPhone XR landscape'
  | 'iPhone 11' | 'iPhone 11 landscape' | 'iPhone 11 Pro' | 'iPhone 11 Pro landscape' | 'iPhone 11 Pro Max'
  | 'iPhone 11 Pro Max landscape' | 'iPhone 12' | 'iPhone 12 landscape' | 'iPhone 12 Pro' | 'iPhone 12 Pro landscape'
  | 'iPhone 12 Pro Max' | 'iPhone 12 Pro Max landscape' | 'iPhone 12 Mini' | 'iPhone 12 Mini landscape' | 'iPhone 13'
  | 'iPhone 13 landscape' | 'iPhone 13 Pro' | 'iPhone 13 Pro landscape' | 'iPhone 13 Pro Max'
  | 'iPhone 13 Pro Max landscape' | 'iPhone 13 Mini' | 'iPhone 13 Mini landscape' | 'iPhone 14' | 'iPhone 14 landscape'
  | 'iPhone 14 Plus' | 'iPhone 14 Plus landscape' | 'iPhone 14 Pro' | 'iPhone 14 Pro landscape' | 'iPhone 14 Pro Max'
  | 'iPhone 14 Pro Max landscape' | 'iPhone 15' | 'iPhone 15 landscape' | 'iPhone 15 Plus' | 'iPhone 15 Plus landscape'
  | 'iPhone 15 Pro' | 'iPhone 15 Pro landscape' | 'iPhone 15 Pro Max' | 'iPhone 15 Pro Max landscape' | 'iPhone 16'
  | 'iPhone 16 landscape' | 'iPhone 16 Plus' | 'iPhone 16 Plus landscape' | 'iPhone 16 Pro' | 'iPhone 16 Pro landscape'
  | 'iPhone 16 Pro Max' | 'iPhone 16 Pro Max landscape' | 'iPhone 16e' | 'iPhone 16e landscape' | 'iPhone 17'
  | 'iPhone 17 landscape' | 'iPhone Air' | 'iPhone Air landscape' | 'iPhone 17 Pro' | 'iPhone 17 Pro landscape'
  | 'iPhone 17 Pro Max' | 'iPhone 17 Pro Max landscape' | 'iPhone 17e' | 'iPhone 17e landscape' | 'JioPhone 2'
  | 'JioPhone 2 landscape' | 'Kindle Fire HDX' | 'Kindle Fire HDX landscape' | 'LG Optimus L70'
  | 'LG Optimus L70 landscape' | 'Microsoft Lumia 550' | 'Microsoft Lumia 950' | 'Microsoft Lumia 950 landscape'
  | 'Nexus 10' | 'Nexus 10 landscape' | 'Nexus 4' | 'Nexus 4 landscape' | 'Nexus 5' | 'Nexus 5 landscape' | 'Nexus 5X'
  | 'Nexus 5X landscape' | 'Nexus 6' | 'Nexus 6 landscape' | 'Nexus 6P' | 'Nexus 6P landscape' | 'Nexus 7'
  | 'Nexus 7 landscape' | 'Nokia Lumia 520' | 'Nokia Lumia 520 landscape' | 'Nokia N9' | 'Nokia N9 landscape'
  | 'Pixel 2' | 'Pixel 2 landscape' | 'Pixel 2 XL' | 'Pixel 2 XL landscape' | 'Pixel 3' | 'Pixel 3 landscape'
  | 'Pixel 4' | 'Pixel 4 landscape' | 'Pixel 4a (5G)' | 'Pixel 4a (5G) landscape' | 'Pixel 5' | 'Pixel 5 landscape'
  | 'Moto G4' | 'Moto G4 landscape';

export type ScrapeTokenizer = 'o200k_base' | 'cl100k_base';

export interface ScrapeChunks {
  /** Tokens of a chunk at most. */
  readonly maxTokens: number;
}

export interface ScrapeWebhook {
  /** Receiver of the event: a public http or https URL. Required if webhook is given. */
  readonly url: string;
  /** Events to send. Default: ["request.completed"]. */
  readonly events?: readonly 'request.completed'[] | undefined;
}

export interface ScrapeTimings {
  queueMs?: number;
  fetchMs?: number;
  renderMs?: number;
  readMs?: number;
  totalMs?: number;
}

export type EngineaDomain =
  | 'google.ac' | 'google.ad' | 'google.ae' | 'google.al' | 'google.am' | 'google.as' | 'google.at' | 'google.az'
  | 'google.ba' | 'google.be' | 'google.bf' | 'google.bg' | 'google.bi' | 'google.bj' | 'google.bs' | 'google.bt'
  | 'google.by' | 'google.ca' | 'google.cd' | 'google.cf' | 'google.cg' | 'google.ch' | 'google.ci' | 'google.cl'
  | 'google.cm' | 'google.co.ao' | 'google.co.bw' | 'google.co.ck' | 'google.co.cr' | 'google.co.id' | 'google.co.il'
  | 'google.co.in' | 'google.co.jp' | 'google.co.ke' | 'google.co.kr' | 'google.co.ls' | 'google.co.ma'
  | 'google.co.mz' | 'google.co.nz' | 'google.co.th' | 'google.co.tz' | 'google.co.ug' | 'google.co.uk'
  | 'google.co.uz' | 'google.co.ve' | 'google.co.vi' | 'google.co.za' | 'google.co.zm' | 'google.co.zw' | 'google.com'
  | 'google.com.af' | 'google.com.ag' | 'google.com.ai' | 'google.com.ar' | 'google.com.au' | 'google.com.bd'
  | 'google.com.bh' | 'google.com.bn' | 'google.com.bo' | 'google.com.br' | 'google.com.bz' | 'google.com.co'
  | 'google.com.cu' | 'google.com.cy' | 'google.com.do' | 'google.com.ec' | 'google.com.eg' | 'google.com.et'
  | 'google.com.fj' | 'google.com.gh' | 'google.com.gi' | 'google.com.gt' | 'google.com.hk' | 'google.com.jm'
  | 'google.com.kh' | 'google.com.kw' | 'google.com.lb' | 'google.com.ly' | 'google.com.mm' | 'google.com.mt'
  | 'google.com.mx' | 'google.com.my' | 'google.com.na' | 'google.com.ng' | 'google.ng' | 'google.com.nf'
  | 'google.com.ni' | 'google.com.np' | 'google.com.om' | 'google.com.pa' | 'google.com.pe' | 'google.com.pg'
  | 'google.com.ph' | 'google.com.pk' | 'google.com.pr' | 'google.com.py' | 'google.com.qa' | 'google.com.sa'
  | 'google.com.sb' | 'google.com.sg' | 'google.com.sl' | 'google.com.sv' | 'google.com.tj' | 'google.com.tr'
  | 'google.com.tw' | 'google.com.ua' | 'google.com.uy' | 'google.com.vc' | 'google.com.vn' | 'google.cat'
  | 'google.cn' | 'google.cv' | 'google.cz' | 'google.de' | 'google.dj' | 'google.dk' | 'google.dm' | 'google.dz'
  | 'google.ee' | 'google.es' | 'google.fi' | 'google.fm' | 'google.fr' | 'google.ga' | 'google.ge' | 'google.gg'
  | 'google.gl' | 'google.gm' | 'google.gp' | 'google.gr' | 'google.gy' | 'google.hn' | 'google.hr' | 'google.ht'
  | 'google.hu' | 'google.ie' | 'google.im' | 'google.iq' | 'google.is' | 'google.it' | 'google.je' | 'google.jo'
  | 'google.kg' | 'google.ki' | 'google.kz' | 'google.la' | 'google.li' | 'google.lk' | 'google.lt' | 'google.lu'
  | 'google.lv' | 'google.md' | 'google.me' | 'google.mg' | 'google.mk' | 'google.ml' | 'google.mn' | 'google.ms'
  | 'google.mu' | 'google.mv' | 'google.mw' | 'google.ne' | 'google.nl' | 'google.no' | 'google.nr' | 'google.nu'
  | 'google.pl' | 'google.pn' | 'google.ps' | 'google.pt' | 'google.ro' | 'google.rs' | 'google.ru' | 'google.rw'
  | 'google.sc' | 'google.se' | 'google.sh' | 'google.si' | 'google.sk' | 'google.sm' | 'google.sn' | 'google.so'
  | 'google.sr' | 'google.st' | 'google.td' | 'google.tg' | 'google.tk' | 'google.tl' | 'google.tm' | 'google.tn'
  | 'google.to' | 'google.tt' | 'google.vg' | 'google.vu' | 'google.ws';

export type EngineaGl =
  | 'ad' | 'ae' | 'af' | 'ag' | 'ai' | 'al' | 'am' | 'ao' | 'aq' | 'ar' | 'as' | 'at' | 'au' | 'aw' | 'ax' | 'az'
  | 'ba' | 'bb' | 'bd' | 'be' | 'bf' | 'bg' | 'bh' | 'bi' | 'bj' | 'bl' | 'bm' | 'bn' | 'bo' | 'bq' | 'br' | 'bs'
  | 'bt' | 'bv' | 'bw' | 'by' | 'bz' | 'ca' | 'cc' | 'cd' | 'cf' | 'cg' | 'ch' | 'ci' | 'ck' | 'cl' | 'cm' | 'cn'
  | 'co' | 'cr' | 'cu' | 'cv' | 'cw' | 'cx' | 'cy' | 'cz' | 'de' | 'dj' | 'dk' | 'dm' | 'do' | 'dz' | 'ec' | 'ee'
  | 'eg' | 'eh' | 'er' | 'es' | 'et' | 'fi' | 'fj' | 'fk' | 'fm' | 'fo' | 'fr' | 'ga' | 'gb' | 'gd' | 'ge' | 'gf'
  | 'gg' | 'gh' | 'gi' | 'gl' | 'gm' | 'gn' | 'gp' | 'gq' | 'gr' | 'gs' | 'gt' | 'gu' | 'gw' | 'gy' | 'hk' | 'hm'
  | 'hn' | 'hr' | 'ht' | 'hu' | 'id' | 'ie' | 'il' | 'im' | 'in' | 'io' | 'iq' | 'ir' | 'is' | 'it' | 'je' | 'jm'
  | 'jo' | 'jp' | 'ke' | 'kg' | 'kh' | 'ki' | 'km' | 'kn' | 'kp' | 'kr' | 'kw' | 'ky' | 'kz' | 'la' | 'lb' | 'lc'
  | 'li' | 'lk' | 'lr' | 'ls' | 'lt' | 'lu' | 'lv' | 'ly' | 'ma' | 'mc' | 'md' | 'me' | 'mf' | 'mg' | 'mh' | 'mk'
  | 'ml' | 'mm' | 'mn' | 'mo' | 'mp' | 'mq' | 'mr' | 'ms' | 'mt' | 'mu' | 'mv' | 'mw' | 'mx' | 'my' | 'mz' | 'na'
  | 'nc' | 'ne' | 'nf' | 'ng' | 'ni' | 'nl' | 'no' | 'np' | 'nr' | 'nu' | 'nz' | 'om' | 'pa' | 'pe' | 'pf' | 'pg'
  | 'ph' | 'pk' | 'pl' | 'pm' | 'pn' | 'pr' | 'ps' | 'pt' | 'pw' | 'py' | 'qa' | 're' | 'ro' | 'rs' | 'ru' | 'rw'
  | 'sa' | 'sb' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sj' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sr' | 'ss'
  | 'st' | 'sv' | 'sx' | 'sy' | 'sz' | 'tc' | 'td' | 'tf' | 'tg' | 'th' | 'tj' | 'tk' | 'tl' | 'tm' | 'tn' | 'to'
  | 'tr' | 'tt' | 'tv' | 'tw' | 'tz' | 'ua' | 'ug' | 'um' | 'us' | 'uy' | 'uz' | 'va' | 'vc' | 've' | 'vg' | 'vi'
  | 'vn' | 'vu' | 'wf' | 'ws' | 'ye' | 'yt' | 'za' | 'zm' | 'zw' | 'ac' | 'an' | 'uk';

export type EngineaHl =
  | 'aa' | 'ab' | 'ae' | 'af' | 'ak' | 'am' | 'an' | 'ar' | 'as' | 'av' | 'ay' | 'az' | 'ba' | 'be' | 'bg' | 'bh'
  | 'bi' | 'bm' | 'bn' | 'bo' | 'br' | 'bs' | 'ca' | 'ce' | 'ch' | 'co' | 'cr' | 'cs' | 'cu' | 'cv' | 'cy' | 'da'
  | 'de' | 'dv' | 'dz' | 'ee' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'ff' | 'fi' | 'fo' | 'fr' | 'fy'
  | 'ga' | 'gd' | 'gl' | 'gn' | 'gu' | 'gv' | 'ha' | 'he' | 'hi' | 'ho' | 'hr' | 'ht' | 'hu' | 'hy' | 'hz' | 'ia'
  | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jv' | 'ka' | 'kg' | 'ki' | 'kj' | 'kk'
  | 'kl' | 'km' | 'kn' | 'ko' | 'kr' | 'ks' | 'ku' | 'kv' | 'kw' | 'ky' | 'la' | 'lb' | 'lg' | 'li' | 'ln' | 'lo'
  | 'lt' | 'lu' | 'lv' | 'mg' | 'mh' | 'mi' | 'mk' | 'ml' | 'mn' | 'mr' | 'ms' | 'mt' | 'my' | 'na' | 'nb' | 'nd'
  | 'ne' | 'ng' | 'nl' | 'nn' | 'no' | 'nr' | 'nv' | 'ny' | 'oc' | 'oj' | 'om' | 'or' | 'os' | 'pa' | 'pi' | 'pl'
  | 'ps' | 'pt' | 'qu' | 'rm' | 'rn' | 'ro' | 'ru' | 'rw' | 'sa' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sk'
  | 'sl' | 'sm' | 'sn' | 'so' | 'sq' | 'sr' | 'ss' | 'st' | 'su' | 'sv' | 'sw' | 'ta' | 'te' | 'tg' | 'th' | 'ti'
  | 'tk' | 'tl' | 'tn' | 'to' | 'tr' | 'ts' | 'tt' | 'tw' | 'ty' | 'ug' | 'uk' | 'ur' | 'uz' | 've' | 'vi' | 'vo'
  | 'wa' | 'wo' | 'xh' | 'yi' | 'yo' | 'za' | 'zh' | 'zu' | 'ws' | 'bem' | 'xx-bork' | 'bt' | 'chr' | 'zh-cn' | 'zh-tw'
  | 'zh-hk' | 'xx-elmer' | 'fil' | 'gaa' | 'xx-hacker' | 'haw' | 'iw' | 'jw' | 'xx-klingon' | 'kri' | 'ckb' | 'loz'
  | 'ach' | 'mv' | 'mfe' | 'mo' | 'sr-me' | 'pcm' | 'nso' | 'xx-pirate' | 'pt-br' | 'pt-pt' | 'nyn' | 'crs' | 'es-419'
  | 'lua' | 'tum' | 'vu';

export type EngineaLr =
  | 'lang_ar' | 'lang_hy' | 'lang_bg' | 'lang_ca' | 'lang_cs' | 'lang_da' | 'lang_de' | 'lang_el' | 'lang_en'
  | 'lang_es' | 'lang_et' | 'lang_tl' | 'lang_fi' | 'lang_fr' | 'lang_hr' | 'lang_hi' | 'lang_hu' | 'lang_id'
  | 'lang_is' | 'lang_it' | 'lang_iw' | 'lang_he' | 'lang_ja' | 'lang_ko' | 'lang_lt' | 'lang_lv' | 'lang_nl'
  | 'lang_no' | 'lang_fa' | 'lang_pl' | 'lang_pt' | 'lang_ro' | 'lang_ru' | 'lang_sk' | 'lang_sl' | 'lang_sr'
  | 'lang_sv' | 'lang_th' | 'lang_tr' | 'lang_uk' | 'lang_vi' | 'lang_zh-CN' | 'lang_zh-TW';

export type EngineaFilter = 0 | 1;

export type EngineaTbm = 'isch' | 'vid' | 'nws' | 'shop' | 'lcl';

export type EngineaDeviceType = 'desktop' | 'mobile' | 'tablet';

export interface EngineaWebhook {
  /** Receiver of the event: a public http or https URL. Required if webhook is given. */
  readonly url?: string | undefined;
  /** Events to send. Default: ["request.completed"]. */
  readonly events?: readonly 'request.completed'[] | undefined;
}

export interface EngineaRequestMetadata {
  id: string;
  status: 'ok';
  html?: string;
  json?: string;
  url?: string;
  preview?: string;
  creditsCharged?: number;
  timings?: ScrapeTimings;
}

export interface EngineaInline {
  title?: string;
  link?: string;
  snippet?: string;
}

export interface EngineaTopStories {
  position?: number;
  title?: string;
  link?: string;
  source?: string;
  date?: string;
  snippet?: string;
  thumbnail?: string;
}

export interface EngineaImagesResults {
  position?: number;
  title?: string;
  link?: string;
  source?: string;
  thumbnail?: string;
  original?: string;
  originalWidth?: number;
  originalHeight?: number;
}

export interface EngineaShoppingResults {
  position?: number;
  title: string;
  category?: string;
  productId?: string;
  productLink?: string;
  price?: string;
  originalPrice?: string;
  source?: string;
  delivery?: string;
  thumbnail?: string;
  extractedPrice?: number;
  extractedOriginalPrice?: number;
  rating?: number;
  reviews?: number;
  extensions?: string[];
}

export interface EngineaPagination {
  next?: string;
  pages?: Record<string, string>[];
}

export type EnginebCc =
  | 'ad' | 'ae' | 'af' | 'ag' | 'ai' | 'al' | 'am' | 'ao' | 'aq' | 'ar' | 'as' | 'at' | 'au' | 'aw' | 'ax' | 'az'
  | 'ba' | 'bb' | 'bd' | 'be' | 'bf' | 'bg' | 'bh' | 'bi' | 'bj' | 'bl' | 'bm' | 'bn' | 'bo' | 'bq' | 'br' | 'bs'
  | 'bt' | 'bv' | 'bw' | 'by' | 'bz' | 'ca' | 'cc' | 'cd' | 'cf' | 'cg' | 'ch' | 'ci' | 'ck' | 'cl' | 'cm' | 'cn'
  | 'co' | 'cr' | 'cu' | 'cv' | 'cw' | 'cx' | 'cy' | 'cz' | 'de' | 'dj' | 'dk' | 'dm' | 'do' | 'dz' | 'ec' | 'ee'
  | 'eg' | 'eh' | 'er' | 'es' | 'et' | 'fi' | 'fj' | 'fk' | 'fm' | 'fo' | 'fr' | 'ga' | 'gb' | 'gd' | 'ge' | 'gf'
  | 'gg' | 'gh' | 'gi' | 'gl' | 'gm' | 'gn' | 'gp' | 'gq' | 'gr' | 'gs' | 'gt' | 'gu' | 'gw' | 'gy' | 'hk' | 'hm'
  | 'hn' | 'hr' | 'ht' | 'hu' | 'id' | 'ie' | 'il' | 'im' | 'in' | 'io' | 'iq' | 'ir' | 'is' | 'it' | 'je' | 'jm'
  | 'jo' | 'jp' | 'ke' | 'kg' | 'kh' | 'ki' | 'km' | 'kn' | 'kp' | 'kr' | 'kw' | 'ky' | 'kz' | 'la' | 'lb' | 'lc'
  | 'li' | 'lk' | 'lr' | 'ls' | 'lt' | 'lu' | 'lv' | 'ly' | 'ma' | 'mc' | 'md' | 'me' | 'mf' | 'mg' | 'mh' | 'mk'
  | 'ml' | 'mm' | 'mn' | 'mo' | 'mp' | 'mq' | 'mr' | 'ms' | 'mt' | 'mu' | 'mv' | 'mw' | 'mx' | 'my' | 'mz' | 'na'
  | 'nc' | 'ne' | 'nf' | 'ng' | 'ni' | 'nl' | 'no' | 'np' | 'nr' | 'nu' | 'nz' | 'om' | 'pa' | 'pe' | 'pf' | 'pg'
  | 'ph' | 'pk' | 'pl' | 'pm' | 'pn' | 'pr' | 'ps' | 'pt' | 'pw' | 'py' | 'qa' | 're' | 'ro' | 'rs' | 'ru' | 'rw'
  | 'sa' | 'sb' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sj' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sr' | 'ss'
  | 'st' | 'sv' | 'sx' | 'sy' | 'sz' | 'tc' | 'td' | 'tf' | 'tg' | 'th' | 'tj' | 'tk' | 'tl' | 'tm' | 'tn' | 'to'
  | 'tr' | 'tt' | 'tv' | 'tw' | 'tz' | 'ua' | 'ug' | 'um' | 'us' | 'uy' | 'uz' | 'va' | 'vc' | 've' | 'vg' | 'vi'
  | 'vn' | 'vu' | 'wf' | 'ws' | 'ye' | 'yt' | 'za' | 'zm' | 'zw';

export type EnginebSetLang =
  | 'aa' | 'ab' | 'ae' | 'af' | 'ak' | 'am' | 'an' | 'ar' | 'as' | 'av' | 'ay' | 'az' | 'ba' | 'be' | 'bg' | 'bh'
  | 'bi' | 'bm' | 'bn' | 'bo' | 'br' | 'bs' | 'ca' | 'ce' | 'ch' | 'co' | 'cr' | 'cs' | 'cu' | 'cv' | 'cy' | 'da'
  | 'de' | 'dv' | 'dz' | 'ee' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'ff' | 'fi' | 'fo' | 'fr' | 'fy'
  | 'ga' | 'gd' | 'gl' | 'gn' | 'gu' | 'gv' | 'ha' | 'he' | 'hi' | 'ho' | 'hr' | 'ht' | 'hu' | 'hy' | 'hz' | 'ia'
  | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jv' | 'ka' | 'kg' | 'ki' | 'kj' | 'kk'
  | 'kl' | 'km' | 'kn' | 'ko' | 'kr' | 'ks' | 'ku' | 'kv' | 'kw' | 'ky' | 'la' | 'lb' | 'lg' | 'li' | 'ln' | 'lo'
  | 'lt' | 'lu' | 'lv' | 'mg' | 'mh' | 'mi' | 'mk' | 'ml' | 'mn' | 'mr' | 'ms' | 'mt' | 'my' | 'na' | 'nb' | 'nd'
  | 'ne' | 'ng' | 'nl' | 'nn' | 'no' | 'nr' | 'nv' | 'ny' | 'oc' | 'oj' | 'om' | 'or' | 'os' | 'pa' | 'pi' | 'pl'
  | 'ps' | 'pt' | 'qu' | 'rm' | 'rn' | 'ro' | 'ru' | 'rw' | 'sa' | 'sc' | 'sd' | 'se' | 'sg' | 'sh' | 'si' | 'sk'
  | 'sl' | 'sm' | 'sn' | 'so' | 'sq' | 'sr' | 'ss' | 'st' | 'su' | 'sv' | 'sw' | 'ta' | 'te' | 'tg' | 'th' | 'ti'
  | 'tk' | 'tl' | 'tn' | 'to' | 'tr' | 'ts' | 'tt' | 'tw' | 'ty' | 'ug' | 'uk' | 'ur' | 'uz' | 've' | 'vi' | 'vo'
  | 'wa' | 'wo' | 'xh' | 'yi' | 'yo' | 'za' | 'zh' | 'zu';

export type LodgingLanguage = 'en-us' | 'de' | 'fr' | (string & Record<never, never>);

export type LodgingCurrency = 'USD' | 'EUR' | 'hotelCurrency' | (string & Record<never, never>);

export type RetailerDomain = 'walmart.com' | 'walmart.ca' | 'walmart.com.mx';

export type RetailerLanguage = 'en' | 'es' | 'fr' | (string & Record<never, never>);

export interface RetailerProductResults {
  position: number;
  id: string;
  title: string;
  url?: string;
  brand?: string;
  categoryPathId?: string;
  image?: string;
  availability?: string;
  isSponsored?: boolean;
  badges?: string[];
  memberSavings?: boolean;
  price?: RetailerPrice;
  reviews?: {
    rating?: number;
    totalReviews?: number;
  };
  seller?: unknown;
  fulfillment?: RetailerFulfillment;
}

export interface RetailerPrice {
  currentPriceDisplay?: string;
  beforePriceDisplay?: string;
  priceRangeDisplay?: string;
  currency?: string;
  currentPrice?: number;
  beforePrice?: number;
  unitPrice?: unknown;
}

export interface RetailerFulfillment {
  type?: string;
  message?: string;
  deliveryDate?: string;
}

export interface JobboardSearchInformation {
  keyword?: string;
  location?: string;
  totalResults?: number;
}

export interface RealtyaPrice {
  /** Minimum. */
  readonly min?: number | undefined;
  /** Maximum. */
  readonly max?: number | undefined;
}

export type RealtyaMin =
  | '750' | '1000' | '1100' | '1200' | '1300' | '1400' | '1500' | '1600' | '1700' | '1800' | '1900' | '2000' | '2250'
  | '2500' | '2750' | '3000' | '4000' | '5000' | '7500' | '10000';

export type RealtyaMin2 =
  | '2000 sqft' | '4500 sqft' | '6500 sqft' | '8000 sqft' | '9500 sqft' | '0.25 acres' | '0.5 acres' | '1 acres'
  | '2 acres' | '3 acres' | '4 acres' | '5 acres' | '10 acres' | '20 acres' | '40 acres' | '100 acres';

export type RealtyaMin3 =
  | '2026' | '2025' | '2024' | '2023' | '2022' | '2021' | '2020' | '2019' | '2018' | '2017' | '2016' | '2015' | '2010'
  | '2005' | '2000' | '1990' | '1980' | '1970' | '1960' | '1950' | '1940' | '1920' | '1900';

export interface RealtyaAddress {
  street?: string;
  city?: string;
  state?: string;
  zipcode?: string;
}

export type RealtyaPrice2 = number | {
  min?: number;
  max?: number;
};

export type LocalreviewsDomain =
  | 'www.yelp.com' | 'www.yelp.co.uk' | 'www.yelp.ca' | 'www.yelp.com.au' | 'ms.yelp.my' | 'www.yelp.cz'
  | 'www.yelp.dk' | 'www.yelp.de' | 'www.yelp.at' | 'de.yelp.ch' | 'en.yelp.be' | 'en.yelp.com.hk' | 'en.yelp.my'
  | 'www.yelp.co.nz' | 'en.yelp.com.ph' | 'www.yelp.ie' | 'www.yelp.com.sg' | 'en.yelp.ch' | 'www.yelp.com.ar'
  | 'www.yelp.cl' | 'www.yelp.es' | 'www.yelp.com.mx' | 'fil.yelp.com.ph' | 'fr.yelp.be' | 'fr.yelp.ca' | 'www.yelp.fr'
  | 'fr.yelp.ch' | 'www.yelp.it' | 'it.yelp.ch' | 'nl.yelp.be' | 'www.yelp.nl' | 'www.yelp.no' | 'www.yelp.pl'
  | 'www.yelp.com.br' | 'www.yelp.pt' | 'fi.yelp.fi' | 'sv.yelp.fi' | 'www.yelp.com.tr' | 'www.yelp.co.jp'
  | 'zh.yelp.com.hk' | 'www.yelp.com.tw';

export type MapVerdict =
  | 'ok' | 'empty' | 'target_4xx' | 'target_status' | 'rate_limited' | 'blocked' | 'soft_block' | 'consent'
  | 'script_wall' | 'login_wall' | 'not_found' | 'target_5xx' | 'dns_error' | 'tls_error' | 'connection_error'
  | 'too_large' | 'unsupported' | 'unrecognized' | 'duplicate' | 'robots_disallowed' | 'page_timeout'
  | 'deadline_exceeded' | 'forbidden' | 'proxy_unavailable' | 'session_refused' | 'scenario_failed'
  | 'free_budget_exhausted' | 'storage_exhausted' | 'cancelled' | 'internal_error';

export type BatchStatusStatus = 'pending' | 'in_progress' | 'done' | 'stopped';

export interface BatchStatusDelivery {
  /** pending: the job runs, or the next try is due. failed: another try would fail in the same way; the results can be downloaded. */
  status: BatchStatusStatus2;
  bucket: string;
  /** Keys of the files. */
  keys: string[];
  /** Tries begun. */
  attempts: number;
  /** Why the last try failed: a code of the S3 server, of the network or of ours. */
  lastError?: string;
  nextAttemptAt?: string;
  endedAt?: string;
}

export type BatchStatusStatus2 = 'pending' | 'delivered' | 'failed';

export type DeliveryListEvent =
  | 'batch.started' | 'batch.progress' | 'batch.item.failed' | 'batch.completed' | 'batch.page' | 'batch.stopped'
  | 'request.completed' | 'account.alert' | 'schedule.changed' | 'test';

export type RequestFiltersError =
  | 'bad_request' | 'token_expired' | 'unauthorized' | 'credits_exhausted' | 'forbidden' | 'not_found'
  | 'job_not_found' | 'target_not_found' | 'method_not_allowed' | 'idempotency_conflict' | 'session_unusable'
  | 'payload_too_large' | 'unsupported_media_type' | 'range_not_satisfiable' | 'validation_failed'
  | 'proxy_unavailable' | 'target_forbidden' | 'scenario_failed' | 'concurrency_limit' | 'free_budget_exhausted'
  | 'internal_error' | 'not_implemented' | 'target_blocked' | 'target_status' | 'target_rate_limited'
  | 'target_unreachable' | 'target_too_large' | 'target_unsupported' | 'target_unrecognized' | 'duplicate_page'
  | 'robots_disallowed' | 'overloaded' | 'storage_exhausted' | 'target_timeout' | 'deadline_exceeded' | 'cancelled'
  | 'expired';

export interface RequestSummaryTimings {
  /** From admission to the start of a worker. */
  queueMs?: number;
  /** While pages were fetched by plain HTTP. */
  fetchMs?: number;
  /** While pages were fetched in a browser. */
  renderMs?: number;
  /** Between and after the fetches: reading, converting and storing. */
  readMs?: number;
  /** From admission to the end. */
  totalMs?: number;
}

export interface ScheduleTarget {
  type: 'operation' | 'batch' | 'crawl';
  operation: string;
  /** The values of secrets are replaced by [removed]. */
  params?: Record<string, unknown>;
}

export interface ScheduleChangeTracking {
  fields?: string[];
  markdown?: boolean;
  links?: boolean;
}

export interface ScheduleRunFields {
  path: string;
  change: 'added' | 'removed' | 'changed';
  /** A long value is the start of its JSON. */
  before?: unknown;
  after?: unknown;
}

export interface ScheduleRunLinks {
  added: string[];
  removed: string[];
}

export interface ScheduleRunMarkdown {
  /** Lines. */
  added: number;
  removed: number;
  /** A unified diff, with two lines around. */
  diff: string;
}

/** Parameters and result by the id of the operation, as the records of requests state it. */
export interface OperationTypes {
  'scrape/web': { params: ScrapeWebParams; result: ScrapeWebResult };
  'enginea/serp': { params: EngineaSerpParams; result: EngineaSerpResult };
  'enginea/ai-mode': { params: EngineaAiModeParams; result: EngineaAiModeResult };
  'enginea/shopping': { params: EngineaShoppingParams; result: EngineaShoppingResult };
  'enginea/images': { params: EngineaImagesParams; result: EngineaImagesResult };
  'enginea/scholar': { params: EngineaScholarParams; result: EngineaScholarResult };
  'engineb/serp': { params: EnginebSerpParams; result: EnginebSerpResult };
  'enginec/serp': { params: EnginecSerpParams; result: EnginecSerpResult };
  'lodging/search': { params: LodgingSearchParams; result: LodgingSearchResult };
  'lodging/place': { params: LodgingPlaceParams; result: LodgingPlaceResult };
  'retailer/search': { params: RetailerSearchParams; result: RetailerSearchResult };
  'retailer/product': { params: RetailerProductParams; result: RetailerProductResult };
  'jobboard/listing': { params: JobboardListingParams; result: JobboardListingResult };
  'storeplatform/collections': { params: StoreplatformCollectionsParams; result: StoreplatformCollectionsResult };
  'realtya/listing': { params: RealtyaListingParams; result: RealtyaListingResult };
  'realtyb/property': { params: RealtybPropertyParams; result: RealtybPropertyResult };
  'localreviews/place': { params: LocalreviewsPlaceParams; result: LocalreviewsPlaceResult };
  'localreviews/search': { params: LocalreviewsSearchParams; result: LocalreviewsSearchResult };
  'map/web': { params: MapWebParams; result: MapWebResult };
}
