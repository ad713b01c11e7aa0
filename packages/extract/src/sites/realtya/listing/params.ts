export interface Span<T> {
  readonly min?: T;
  readonly max?: T;
}

/** Checked parameters of `realtya/listing`, defaults applied. Amounts are in US dollars, areas in square feet. */
export interface RealtyListingParams {
  readonly keyword: string;
  readonly type: 'forSale' | 'forRent' | 'sold';
  readonly sort?: string;
  readonly price?: Span<number>;
  readonly monthlyPayment?: Span<number> & {
    readonly interestRate?: number;
    readonly insuranceRate?: number;
    readonly downPaymentPercent?: number;
    readonly downPaymentAmount?: number;
    readonly mortgageTerm?: string;
  };
  readonly cost?: {
    readonly hoa?: number;
    readonly pricePerSqft?: Span<number>;
    readonly excludeLandLeases?: boolean;
    readonly maxPropertyTaxPerYear?: number;
    readonly acceptedFinancing?: string;
    readonly priceReduced?: string;
  };
  readonly beds?: Span<number>;
  readonly baths?: string;
  readonly homeTypes?: readonly string[];
  readonly forSaleSquareFeet?: Span<string>;
  readonly forRentSquareFootage?: Span<number>;
  readonly lotSize?: Span<string>;
  readonly stories?: Span<string>;
  readonly yearBuilt?: Span<string>;
  readonly homeFeatures?: {
    readonly options?: readonly string[];
    readonly garageSpotsMin?: string;
    readonly poolType?: string;
    readonly basement?: string;
    readonly keywordSearch?: string;
  };
  readonly statusOptions?: readonly string[];
  readonly timeOnSite?: string;
  readonly soldWithinOption?: string;
  readonly listingType?: {
    readonly category?: readonly string[];
    readonly excludeShortSales?: boolean;
    readonly siteListingsOnly?: boolean;
  };
  readonly openHouseAndTour?: { readonly openHouse?: string; readonly videoTour?: boolean };
  readonly schools?: {
    readonly greatSchoolRating?: number;
    readonly schoolType?: readonly string[];
    readonly includeUnratedSchools?: boolean;
  };
  readonly transportScores?: {
    readonly walkScore?: number;
    readonly transitScore?: number;
    readonly bikeScore?: number;
  };
  readonly exclude55PlusCommunities?: boolean;
  /** MM/DD/YYYY. */
  readonly moveInDate?: string;
  readonly pets?: readonly string[];
  readonly rentalAmenities?: readonly string[];
  readonly rentalOtherTerms?: readonly string[];
  readonly onlyWithDealOrPromotion?: boolean;
  readonly page?: number;
}
