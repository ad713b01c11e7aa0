import type { JsonSchema } from '../input/field.js';
import {
  MAX_SESSION_BYTES,
  MAX_SESSION_COOKIES,
  MAX_SESSIONS,
  SESSION_IDLE_DAYS,
  SESSION_NAME,
  SESSION_NAME_MAX_CHARS,
  SESSION_PATH,
  SESSIONS_PATH,
} from '../routes/session-routes.js';
import { dataResponses } from './data-response.js';

const text: JsonSchema = { type: 'string' };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

const NAME: JsonSchema = { type: 'string', maxLength: SESSION_NAME_MAX_CHARS, pattern: SESSION_NAME.source };

const SESSION: JsonSchema = {
  type: 'object',
  required: ['name', 'createdAt', 'lastUsedAt', 'expiresAt'],
  additionalProperties: false,
  properties: {
    name: NAME,
    hosts: described(
      { type: 'array', items: text },
      'Hosts that it has cookies for. Absent, as cookiesCount is, if the cookies can no longer be decrypted.',
    ),
    cookiesCount: { type: 'integer', minimum: 0, maximum: MAX_SESSION_COOKIES },
    proxyType: described(
      { type: 'string', enum: ['datacenter', 'residential'] },
      'Pool of the exit that it keeps. Absent before its first response.',
    ),
    proxyCountry: described(text, 'Country of that exit, ISO 3166-1 alpha-2, where it was chosen by country.'),
    createdAt: instant,
    lastUsedAt: described(instant, 'To the minute.'),
    expiresAt: described(instant, `${SESSION_IDLE_DAYS} days after its last call.`),
  },
};

const NAME_PARAMETER: JsonSchema = { name: 'sessionName', in: 'path', required: true, schema: NAME };

/** Paths of sessions: a list, one, and its deletion. */
export const sessionPaths = (): Record<string, JsonSchema> => ({
  [SESSIONS_PATH]: {
    get: {
      operationId: 'sessions-list',
      summary: 'Sessions of the account',
      description: `Newest first, all of them, ${MAX_SESSIONS} at most, each with ${MAX_SESSION_COOKIES} cookies and ${MAX_SESSION_BYTES} bytes at most. A call with a new name in session makes one. Values of cookies are never shown. Free of charge.`,
      tags: ['sessions'],
      responses: dataResponses(
        {
          type: 'object',
          required: ['sessions'],
          additionalProperties: false,
          properties: { sessions: { type: 'array', items: SESSION, maxItems: MAX_SESSIONS } },
        },
        [401, 405, 500, 503],
      ),
    },
  },
  [SESSION_PATH.replace(/:(\w+)/, '{$1}')]: {
    get: {
      operationId: 'session-get',
      summary: 'One session',
      description: 'Without the values of its cookies. Free of charge.',
      tags: ['sessions'],
      parameters: [NAME_PARAMETER],
      responses: dataResponses(SESSION, [401, 404, 405, 500, 503]),
    },
    delete: {
      operationId: 'session-delete',
      summary: 'Delete a session',
      description:
        'With its cookies. A call that is running with it ends as any other, and keeps nothing. Free of charge.',
      tags: ['sessions'],
      parameters: [NAME_PARAMETER],
      responses: dataResponses(
        { type: 'object', required: ['name'], additionalProperties: false, properties: { name: NAME } },
        [401, 404, 405, 500, 503],
      ),
    },
  },
});
