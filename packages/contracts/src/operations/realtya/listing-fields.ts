import { realtya } from '../../enums/realtya.js';
import { group, list } from '../../input/composites.js';
import { date } from '../../input/formats.js';
import { choice, decimal, flag, text } from '../../input/scalars.js';
import { page } from '../shared-fields.js';

const anyOf = (note: string, values: readonly string[]) => list({ note, item: choice({ note, values }) });
const oneOf = (note: string, values: readonly string[]) => choice({ note, values });
const yes = (note: string) => flag({ note });
const amount = (note: string) => decimal({ note, min: 0 });
const percent = (note: string) => decimal({ note, min: 0, max: 100 });
const score = (note: string) => decimal({ note, min: 1, max: 100 });
const amounts = (note: string) => group(note, { min: amount('Minimum.'), max: amount('Maximum.') });
const ladder = (note: string, values: readonly string[]) =>
  group(note, { min: oneOf('Minimum.', values), max: oneOf('Maximum.', values) });
const steps = `The site offers ${realtya.pricePerSqft.join(', ')}.`;
const sqftPrice = (note: string) => amount(`${note} ${steps}`);

const money = {
  price: amounts('Price.'),
  monthlyPayment: group('Monthly payment and its parameters.', {
    min: amount('Minimum.'),
    max: amount('Maximum.'),
    interestRate: percent('Mortgage interest rate, percent.'),
    insuranceRate: percent('Home insurance rate, percent.'),
    downPaymentPercent: percent('Down payment, percent of the price.'),
    downPaymentAmount: amount('Down payment, amount.'),
    mortgageTerm: oneOf('Mortgage term.', realtya.mortgageTerm),
  }),
  cost: group('Cost.', {
    hoa: amount('Maximum monthly association fee.'),
    pricePerSqft: group('Price per square foot.', { min: sqftPrice('Minimum.'), max: sqftPrice('Maximum.') }),
    excludeLandLeases: yes('Exclude listings with a land lease.'),
    maxPropertyTaxPerYear: amount('Maximum property tax per year.'),
    acceptedFinancing: oneOf('Financing accepted.', realtya.acceptedFinancing),
    priceReduced: oneOf('When the price was reduced.', realtya.priceReduced),
  }),
};

const home = {
  beds: amounts('Bedrooms.'),
  baths: oneOf('Minimum bathrooms.', realtya.baths),
  homeTypes: anyOf('Kinds of home; the valid ones depend on type.', realtya.homeTypes),
  forSaleSquareFeet: ladder('Square feet, homes for sale.', realtya.forSaleSquareFeet),
  forRentSquareFootage: amounts('Square feet, homes for rent.'),
  lotSize: ladder('Lot size.', realtya.lotSize),
  stories: ladder('Storeys.', realtya.stories),
  yearBuilt: ladder('Year built.', realtya.yearBuilt),
  homeFeatures: group('Features of the home.', {
    options: anyOf('Features.', realtya.homeFeatures),
    garageSpotsMin: oneOf('Minimum garage spots.', realtya.garageSpotsMin),
    poolType: oneOf('Pool.', realtya.poolType),
    basement: oneOf('Basement.', realtya.basement),
    keywordSearch: text({ note: 'Words in the description.' }),
  }),
};

const listing = {
  statusOptions: anyOf('Status, homes for sale.', realtya.statusOptions),
  timeOnSite: oneOf('Time since the listing appeared.', realtya.timeOnSite),
  soldWithinOption: oneOf('Time since the sale (type sold).', realtya.soldWithinOption),
  listingType: group('Kind of listing.', {
    category: anyOf('Seller.', realtya.listingCategory),
    excludeShortSales: yes('Exclude short sales.'),
    siteListingsOnly: yes("Only listings of the site's own agents."),
  }),
  openHouseAndTour: group('Open houses and tours.', {
    openHouse: oneOf('Open house.', realtya.openHouse),
    videoTour: yes('With a video tour.'),
  }),
};

const surroundings = {
  schools: group('Schools.', {
    greatSchoolRating: decimal({ note: 'Minimum rating.', min: 1, max: 10 }),
    schoolType: anyOf('Kinds of school.', realtya.schoolType),
    includeUnratedSchools: yes('Include schools without a rating.'),
  }),
  transportScores: group('Minimum scores of the surroundings.', {
    walkScore: score('Walking.'),
    transitScore: score('Public transport.'),
    bikeScore: score('Cycling.'),
  }),
  exclude55PlusCommunities: yes('Exclude communities for people over 55.'),
};

const rent = {
  moveInDate: date({ note: 'Move-in date, MM/DD/YYYY (rent).', form: 'us' }),
  pets: anyOf('Pets (rent).', realtya.pets),
  rentalAmenities: anyOf('Amenities (rent).', realtya.rentalAmenities),
  rentalOtherTerms: anyOf('Other terms (rent).', realtya.rentalOtherTerms),
  onlyWithDealOrPromotion: yes('Only with a deal or promotion (rent).'),
};

export const listingFields = {
  keyword: text({
    note: 'Zip code, city, neighbourhood, school, school district, building or full street address.',
    required: true,
  }),
  type: choice({ note: 'Kind of offer.', values: realtya.type, default: 'forSale' }),
  sort: oneOf('Order of the results.', realtya.sort),
  ...money,
  ...home,
  ...listing,
  ...surroundings,
  ...rent,
  page,
};
