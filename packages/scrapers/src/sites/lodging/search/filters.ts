import type { OperationParams } from '@quarry/contracts';

type Params = Required<OperationParams<'lodging/search'>>;

/** Orders of the results, in the site's terms. */
export const ORDERS: Readonly<Record<Params['sort'], string>> = {
  ourTopPicks: 'popularity',
  homesAndApartmentsFirst: 'upsort_bh',
  priceLowestFirst: 'price',
  priceHighestFirst: 'price_from_high_to_low',
  bestReviewedAndLowestPrice: 'review_score_and_price',
  ratingHighToLow: 'class',
  ratingLowToHigh: 'class_asc',
  ratingAndPrice: 'class_and_price',
  distanceFromDowntown: 'distance_from_search',
  topReviewed: 'bayesian_review_score',
};

/** Parameters that are lists of the contract's own names. */
type FilterName = { [K in keyof Params]: Params[K] extends readonly string[] ? K : never }[keyof Params];
type Codes<Name extends string> = Readonly<Record<Name, string>>;

const coded = <const Name extends string>(key: string, codes: Readonly<Record<Name, number>>): Codes<Name> =>
  // safe because each name has its code
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, `${key}=${String(code)}`])) as Codes<Name>;

/** The site's name of each value of each filter: parameter, value, pair. */
const FILTERS: { readonly [K in FilterName]: Codes<Params[K][number]> } = {
  propertyType: {
    ...coded('ht_id', {
      hostels: 203,
      bedAndBreakfast: 208,
      hotels: 204,
      apartments: 201,
      resorts: 206,
      guesthouses: 216,
      homestays: 222,
    }),
    entireHomesAndApartments: 'privacy_type=3',
  },
  rating: coded('class', { oneStar: 1, twoStars: 2, threeStars: 3, fourStars: 4, fiveStars: 5 }),
  reviewScore: coded('review_score', { wonderful: 90, veryGood: 80, good: 70, pleasant: 60 }),
  /** Metres. */
  distanceFromCenter: coded('distance', { lessThan1Km: 1_000, lessThan3Km: 3_000, lessThan5Km: 5_000 }),
  propertyAccessibility: coded('accessible_facilities', {
    auditoryGuidance: 213,
    toiletWithGrabRails: 186,
    visualAidsTactileSigns: 212,
    visualAidsBraille: 211,
    bathroomEmergencyCord: 189,
    raisedToilet: 187,
    loweredSink: 188,
  }),
  meals: coded('mealplan', { breakfastIncluded: 1, kitchenFacilities: 999 }),
  facilities: coded('hotelfacility', {
    swimmingPool: 433,
    parking: 2,
    spa: 54,
    freeWifi: 107,
    hotTubJacuzzi: 63,
    airportShuttle: 17,
    fitnessCenter: 11,
    restaurant: 3,
    nonSmokingRooms: 16,
    frontDesk24Hour: 8,
    electricVehicleChargingStation: 182,
    wheelchairAccessible: 185,
    roomService: 5,
  }),
  roomFacilities: coded('roomfacility', {
    privateBathroom: 38,
    balcony: 17,
    seaView: 108,
    kitchenKitchenette: 999,
    airConditioning: 11,
    bathtub: 5,
    hotTub: 14,
    view: 81,
    spaTub: 20,
    upperFloorsAccessibleByElevator: 132,
    microwave: 32,
    refrigerator: 22,
    coffeeMachine: 120,
    electricKettle: 86,
    heating: 40,
    towels: 124,
    toilet: 31,
    mountainView: 112,
    flatScreenTv: 75,
    tv: 8,
    coffeeTeaMaker: 998,
    hairdryer: 12,
    toiletPaper: 141,
    shower: 4,
    linens: 125,
  }),
  roomAccessibility: coded('accessible_room_facilities', {
    upperFloorsAccessibleByElevator: 132,
    entireUnitLocatedOnGroundFloor: 131,
    walkInShower: 150,
    entireUnitWheelchairAccessible: 134,
    adaptedBath: 148,
    rollInShower: 149,
    showerChair: 154,
    emergencyCordInBathroom: 153,
    toiletWithGrabRails: 147,
    raisedToilet: 151,
    lowerSink: 152,
  }),
  bedPreference: coded('tdb', { twinBeds: 2, doubleBed: 3 }),
  reservationPolicy: coded('fc', { freeCancellation: 2, noPrepayment: 5 }),
  travelGroup: coded('stay_type', { adultsOnly: 2, petFriendly: 1 }),
  onlinePayment: coded('pmt', { acceptsOnlinePayments: 101 }),
};

/** The site's words for the filters of a request, in the order of `FILTERS`. */
export const chosenFilters = (params: Partial<Pick<Params, FilterName>>): string[] =>
  // safe because the type of FILTERS lists these names and no others
  (Object.keys(FILTERS) as FilterName[]).flatMap((name) => {
    const codes: Codes<string> = FILTERS[name];
    const values: readonly string[] = params[name] ?? [];
    return values.flatMap((value) => codes[value] ?? []);
  });
