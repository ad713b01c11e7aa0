import { describe, expect, it } from '@jest/globals';
import { fileUri, MAX_REFERENCE_CHARS, readReference, requestUri } from './reference.js';

const ID = '19a42dc9-fb85-4f08-bb59-6e226ac36491';

describe('references', () => {
  it.each([
    [ID, { kind: 'part', requestId: ID, part: 'data', offset: 0 }],
    [requestUri(ID, 'markdown', 12), { kind: 'part', requestId: ID, part: 'markdown', offset: 12 }],
    [requestUri(ID, 'markdown'), { kind: 'part', requestId: ID, part: 'markdown', offset: 0 }],
    [fileUri(ID, 'result-d9.json', 3), { kind: 'file', requestId: ID, name: 'result-d9.json', offset: 3 }],
    [
      `https://files.example/f/acc/${ID}/shot-1.jpg`,
      { kind: 'file', requestId: ID, name: 'shot-1.jpg', offset: 0, folder: `https://files.example/f/acc/${ID}` },
    ],
    [`quarry://requests/${ID}/text?offset=-4`, { kind: 'part', requestId: ID, part: 'text', offset: 0 }],
  ])('%s is read', (text, expected) => {
    expect(readReference(text)).toEqual(expected);
  });

  it.each([
    '',
    'quarry://requests/1/markdown',
    `quarry://requests/${ID}/../x`,
    `quarry://other/${ID}/x`,
    'https://files.example/x.html',
    `file:///etc/${ID}/passwd`,
    `https://files.example/${ID}/${'x'.repeat(MAX_REFERENCE_CHARS)}`,
  ])('%s is none', (text) => {
    expect(readReference(text)).toBeUndefined();
  });
});
