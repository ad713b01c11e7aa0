import { z } from 'zod';
import { answer, anything, block, int, listOf, number, numbers, string, strings, texts } from '../answer.js';

const school = block(strings('name', 'district')).optional();

export const realtybPropertyResult = answer({
  property: block({
    id: z.int(),
    url: z.string(),
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
  }),
});
