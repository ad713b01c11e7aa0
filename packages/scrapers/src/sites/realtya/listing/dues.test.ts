import { expect, it } from '@jest/globals';
import type { PageAnswers } from './api-answers.js';
import { readProperty } from './read-property.js';

const hoaOf = (content: string): unknown => {
  const above = { addressSectionInfo: { url: '/WA/Town/1-Example-St-98101/home/12' } };
  const house = { mainHouseInfo: { selectedAmenities: [{ header: 'HOA Dues', content }] } };
  const answers: PageAnswers = {
    isKnown: true,
    find: (path) =>
      path.test('/home/details/aboveTheFold')
        ? above
        : path.test('/home/details/mainHouseInfoPanelInfo')
          ? house
          : undefined,
  };
  return readProperty(answers)?.hoa;
};

it.each([
  ['$1,250/month', 1_250],
  ['$67.50 / mo', 67.5],
  ['$300/year', undefined],
  ['$300', undefined],
  ['CA$300/month', undefined],
  ['$0/month', undefined],
  ['Yes', undefined],
])('dues of an association, stated as %s, are %s by the month', (content, dues) => {
  expect(hoaOf(content)).toBe(dues);
});
