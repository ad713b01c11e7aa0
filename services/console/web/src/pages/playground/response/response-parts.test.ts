import { describe, expect, it } from '@jest/globals';
import { responseParts } from './response-parts.js';

const ID = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';
const FILES = `http://127.0.0.1:3000/files/demo/${ID}`;
const OWN = `/api/gateway/files/demo/${ID}`;

describe('responseParts', () => {
  it('finds what can be shown in a way of its own', () => {
    const body = {
      requestMetadata: { html: `${FILES}/page.html`, preview: `${FILES}/preview.webp` },
      ...{ statusCode: 404, markdown: '# a', text: 'a', screenshot: `${FILES}/shot.jpg`, pdf: `${FILES}/page.pdf` },
      ...{ warnings: ['charset_mismatch'], links: ['https://a.example'] },
    };
    expect(responseParts(body)).toMatchObject({
      ...{ markdown: '# a', text: 'a', picture: `${OWN}/shot.jpg`, pdf: `${OWN}/page.pdf`, hasPage: true },
      ...{ warnings: ['charset_mismatch'], statusCode: 404, tables: [{ path: 'links' }] },
    });
    expect(responseParts({ requestMetadata: { preview: `${FILES}/preview.webp` } }).picture).toBe(
      `${OWN}/preview.webp`,
    );
  });

  it.each([null, undefined, 5, 'x', [], {}, { requestMetadata: 5, warnings: 'x', markdown: 5 }])('takes %j', (body) => {
    expect(responseParts(body)).toEqual({
      ...{ markdown: undefined, text: undefined, tables: [], picture: undefined, pdf: undefined },
      ...{ hasPage: false, warnings: [], statusCode: undefined },
    });
  });
});
