import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { onSite } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { flag } from '../../input/scalars.js';
import { withWww, type Target } from '../../target.js';
import { answer, anything, block, int, listOf, number, numbers, string, strings, texts } from '../answer.js';

export const realtybTarget: Target = {
  name: 'realtyb',
  title: 'the second real-estate site',
  hosts: withWww('zillow.com'),
};

const BASE_CREDITS = 5;
const AGENT_EMAILS_CREDITS = 5;

/** The part of a response that `extractAgentEmails` adds. */
const AGENT_EMAILS = 'agentEmails';

const school = block(strings('name', 'district')).optional();

const unit = block({ ...strings('unitNumber', 'availableFrom'), price: number });

const floorPlan = block({
  ...strings('name', 'availableFrom'),
  ...numbers('beds', 'baths', 'area', 'minPrice', 'maxPrice'),
  units: listOf(unit),
});

const realtybPropertyResult = answer({
  property: block({
    /** Of a building a text. */
    id: z.union([z.int(), z.string()]),
    url: z.string(),
    ...strings('buildingName', 'buildingPhoneNumber'),
    ...strings('status', 'homeType', 'currency', 'mlsId', 'parcelNumber', 'county', 'description'),
    ...numbers('price', 'yearBuilt', 'beds', 'baths', 'daysOnSite', 'views', 'saves'),
    fees: block({ monthlyHoaFee: string }).optional(),
    area: block({ livingArea: number, livingAreaUnits: string }).optional(),
    lotSize: anything,
    address: block(strings('street', 'city', 'state', 'zipcode', 'county')).optional(),
    geo: block(numbers('latitude', 'longitude')).optional(),
    highlights: anything,
    photos: texts,
    estimate: block({ estimate: number, estimatedSaleRange: string, rentEstimate: number }).optional(),
    agentInfo: block({
      ...strings('agentName', 'agentPhoneNumber', 'brokerName', 'brokerPhoneNumber'),
      agentEmails: texts,
    }).optional(),
    priceHistory: listOf(block({ ...strings('date', 'event'), price: number })),
    taxHistory: listOf(block({ year: int, date: string, tax: number, value: number })),
    mortgage: anything,
    schools: block({ elementarySchool: school, middleSchool: school, highSchool: school }).optional(),
    /** Of a building with homes for rent. */
    floorPlans: listOf(floorPlan),
  }),
  /** `agent_emails_unavailable`: the agent has no page, or it could not be read; the request costs as without them. */
  warnings: texts,
});

export const realtybProperty = defineOperation({
  id: 'realtyb/property',
  summary: 'One property of the second real-estate site',
  queue: 'sites',
  target: realtybTarget,
  prices: [
    { when: 'extractAgentEmails is false', credits: BASE_CREDITS },
    {
      when: "extractAgentEmails is true and the agent's page could be read",
      credits: BASE_CREDITS + AGENT_EMAILS_CREDITS,
    },
  ],
  hold: ({ extractAgentEmails }) => BASE_CREDITS + (extractAgentEmails ? AGENT_EMAILS_CREDITS : 0),
  price: ({ extractAgentEmails }, { leftOut = [] }) =>
    BASE_CREDITS + (extractAgentEmails && !leftOut.includes(AGENT_EMAILS) ? AGENT_EMAILS_CREDITS : 0),
  result: realtybPropertyResult,
  example: { url: 'https://www.zillow.com/homedetails/1-Example-St-Austin-TX-78701/12345678_zpid/' },
  rules: [
    onSite('url', realtybTarget, {
      pattern: /\/\d+_zpid(?:\/|$)|^\/(?:apartments(?:\/[^/]+){2}|b)\/[^/]+\/?$/,
      form: 'the URL of one property or building: its path carries an id such as 12345678_zpid, or begins with /apartments/ or /b/',
    }),
  ],
  fields: {
    url: url({
      note: 'URL of a property on the site, or of a building with homes for rent.',
      required: true,
    }),
    extractAgentEmails: flag({
      note: "Also look for the e-mail addresses of agents; costs more, unless the agent's page cannot be read.",
      default: false,
    }),
  },
});
