import { errorBody, validateParams, type ErrorBody, type Operation } from '@quarry/contracts';

const REQUEST_ID = '0197c1f2-6d0b-4b6e-9c55-0f4de2a7b9d1';

/** The response to the first call on the docs page. */
export const exampleAnswer = (filesUrl: string): Readonly<Record<string, unknown>> => ({
  requestMetadata: {
    id: REQUEST_ID,
    status: 'ok',
    json: `${filesUrl}/acc_1/${REQUEST_ID}/result-5e1f09ab.json`,
    html: `${filesUrl}/acc_1/${REQUEST_ID}/document-5e1f09ab.html`,
  },
  statusCode: 200,
  statusText: 'OK',
  url: 'https://example.com/',
  rendered: false,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  markdown: '# Example Domain\n\nThis domain is for use in examples. [Learn more](https://iana.org/domains/example)',
  links: ['https://iana.org/domains/example'],
});

/** The response to that call without parameters. */
export const exampleError = (operation: Operation): ErrorBody => {
  const checked = validateParams(operation, {});
  return errorBody(REQUEST_ID, 'validation_failed', checked.ok ? {} : { errors: checked.violations });
};
