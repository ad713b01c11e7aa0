import { refused, sent, type Entry, type EntryList, type Given } from '../entry.js';

/** A filter in the path of the page of results. */
const filter = (row: string, rule: string, give: Given, part: string): Entry =>
  sent(row, rule, give, { path: `/zipcode/98101/filter/${part}` });

const MONEY = [
  ['price[min]', '500000', 'min-price=500k'],
  ['price[max]', '1250000', 'max-price=1.25M'],
  ['monthlyPayment[min]', '1500', 'min-monthly-payment=1.5k'],
  ['monthlyPayment[max]', '3000', 'max-monthly-payment=3k'],
  ['monthlyPayment[interestRate]', '6.5', 'interest-rate=6.5'],
  ['monthlyPayment[insuranceRate]', '0.4', 'insurance-rate=0.4'],
  ['monthlyPayment[downPaymentPercent]', '20', 'down-payment-percent=20'],
  ['monthlyPayment[downPaymentAmount]', '60000', 'down-payment-amount=60000'],
  ['cost[hoa]', '300', 'hoa=300'],
  ['cost[pricePerSqft][min]', '100', 'min-price-per-sqft=100'],
  ['cost[pricePerSqft][max]', '800', 'max-price-per-sqft=800'],
] as const;

const dotted = (row: string): string => row.replaceAll('[', '.').replaceAll(']', '');

const moneyEntries: readonly Entry[] = MONEY.flatMap(([row, value, part]) => [
  filter(row, 'narrows the search', { [row]: value }, part),
  refused(row, 'is a number', { [row]: 'much' }, dotted(row), 'number'),
]);

export const REALTYA: EntryList = {
  table: 'realtya/listing',
  operation: 'realtya/listing',
  valid: { keyword: '98101' },
  entries: [
    sent('keyword', 'is a zip code', {}, { path: '/zipcode/98101' }),
    sent('keyword', 'is a place that the site finds', { keyword: 'Old Town' }, { path: '/city/1/WA/Old-Town' }),
    sent('keyword', 'is asked of the site', { keyword: 'Old Town' }, { path: '/stingray/do/location-autocomplete', query: { location: 'Old Town' } }), // oxfmt-ignore
    {
      rows: ['keyword', 'type'],
      rule: 'is one property for an address, whatever the type',
      give: { keyword: '12 Example St', type: 'sold' },
      seen: {
        asked: { path: '/WA/Town/12-Example-St-98101/home/12' },
        answer: { 'property.id': 12, properties: null },
      },
    },
    refused('keyword', 'is required', { keyword: null }, 'keyword', 'required'),
    sent('type', 'is for sale unless stated', {}, { path: '/zipcode/98101' }),
    sent('type', 'may be for rent', { type: 'forRent' }, { path: '/zipcode/98101/apartments-for-rent' }),
    filter('type', 'may be sold', { type: 'sold' }, 'include=sold-3mo'),
    refused('type', 'is one of its values', { type: 'auction' }, 'type', 'enum'),
    filter('sort', 'is the order', { sort: 'priceLowToHigh' }, 'sort=lo-price'),
    refused('sort', 'is one of its values', { sort: 'cheapest' }, 'sort', 'enum'),
    ...moneyEntries,
    refused(
      'price[max]',
      'is not below the minimum',
      { 'price[min]': '9', 'price[max]': '8' },
      'price.max',
      'notLessThanField',
    ),
    refused('monthlyPayment[max]', 'is not below the minimum', { 'monthlyPayment[min]': '9', 'monthlyPayment[max]': '8' }, 'monthlyPayment.max', 'notLessThanField'), // oxfmt-ignore
    refused('monthlyPayment[interestRate]', 'is a percentage', { 'monthlyPayment[interestRate]': '101' }, 'monthlyPayment.interestRate', 'range'), // oxfmt-ignore
    refused('cost[pricePerSqft][max]', 'is not below the minimum', { 'cost[pricePerSqft][min]': '800', 'cost[pricePerSqft][max]': '100' }, 'cost.pricePerSqft.max', 'notLessThanField'), // oxfmt-ignore
    filter(
      'monthlyPayment[mortgageTerm]',
      'is the term',
      { 'monthlyPayment[mortgageTerm]': 'fixed15Years' },
      'mortgage-term=15-year-fixed',
    ),
    refused('monthlyPayment[mortgageTerm]', 'is one of its values', { 'monthlyPayment[mortgageTerm]': 'long' }, 'monthlyPayment.mortgageTerm', 'enum'), // oxfmt-ignore
    filter('cost[excludeLandLeases]', 'excludes them', { 'cost[excludeLandLeases]': 'true' }, 'exclude-land-lease'),
    sent(
      'cost[excludeLandLeases]',
      'keeps them with false',
      { 'cost[excludeLandLeases]': 'false' },
      { path: '/zipcode/98101' },
    ),
    refused('cost[excludeLandLeases]', 'is true or false', { 'cost[excludeLandLeases]': '1' }, 'cost.excludeLandLeases', 'boolean'), // oxfmt-ignore
  ],
};

const HOME = 'https://www.zillow.com/homedetails/1-Example-St/12_zpid/';

export const REALTYB: EntryList = {
  table: 'realtyb/property',
  operation: 'realtyb/property',
  valid: { url: HOME },
  entries: [
    sent('url', 'is the page of the property', {}, { path: '/homedetails/1-Example-St/12_zpid/' }),
    {
      rows: ['url'],
      rule: 'is answered by features, price and contacts',
      seen: {
        answer: {
          'property.price': 400_012,
          'property.beds': 3,
          'property.agentInfo.agentName': 'Ann Agent',
          'property.agentInfo.brokerName': 'Homes Ltd',
        },
      },
    },
    refused('url', 'is required', { url: null }, 'url', 'required'),
    refused('url', 'is on the site', { url: 'https://example.com/homedetails/x/12_zpid/' }, 'url', 'urlHost'),
    refused('url', 'is of a property', { url: 'https://www.zillow.com/mortgage-rates/' }, 'url', 'regex'),
    {
      rows: ['extractAgentEmails'],
      rule: 'reads the page of the agent',
      give: { extractAgentEmails: 'true' },
      seen: { asked: { path: '/profile/ann/' }, answer: { 'property.agentInfo.agentEmails': ['ann@homes.example'] } },
    },
    {
      rows: ['extractAgentEmails'],
      rule: 'is false unless stated',
      seen: { timesAsked: 1, answer: { 'property.agentInfo.agentEmails': null } },
    },
    refused('extractAgentEmails', 'is true or false', { extractAgentEmails: 'yes' }, 'extractAgentEmails', 'boolean'),
  ],
};
