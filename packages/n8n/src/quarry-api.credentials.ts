import type { Parameter } from './n8n.js';
import { CREDENTIALS } from './node/call-quarry.js';

/** The credentials of a deployment: its address and an API key. n8n tries them by reading the account's usage. */
export class QuarryApi {
  readonly name = CREDENTIALS;
  readonly displayName = 'Quarry API';
  readonly icon = 'file:quarry.svg';
  readonly properties: readonly Parameter[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:3000',
      required: true,
      description: 'Address of the deployment, as npm start prints it.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key of the account settings in the console.',
    },
  ];
  readonly authenticate = {
    type: 'generic',
    properties: { headers: { 'x-api-key': '={{ $credentials.apiKey }}' } },
  } as const;
  readonly test = { request: { baseURL: '={{ $credentials.baseUrl }}', url: '/user/me/usage' } } as const;
}
