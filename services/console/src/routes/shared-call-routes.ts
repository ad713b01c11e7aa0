import { operationById } from '@quarry/contracts';
import { text } from '@quarry/contracts/input';
import { z } from 'zod';
import { MAX_SHARED_BYTES } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse, type Refusal } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import type { SharedCall } from '../playground/shared-calls.js';

const shareSchema = z.strictObject({
  operation: text({ note: 'Id of the operation.', required: true, maxChars: 100 }),
  params: z.unknown(),
});

const violation = (field: string, rule: string, message: string): Refusal =>
  refuse('validation_failed', { errors: [{ field, rule, message: `${field} ${message}` }] });

const NO_SUCH_CALL = refuse('not_found', {
  message: 'No such shared call: it is removed, has expired or is of another account.',
});

const isParams = (value: unknown): value is SharedCall['params'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const describeCall = ({ createdAtMs, expiresAtMs, ...call }: SharedCall) => ({
  ...call,
  createdAt: new Date(createdAtMs).toISOString(),
  expiresAt: new Date(expiresAtMs).toISOString(),
});

/** Calls of the playground that are shared by link within the account. */
export const openSharedCallRoutes = ({ sharedCalls }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/shared-calls',
    access: 'viewer',
    handle: async ({ account }) => ({ body: { calls: (await sharedCalls.list(account.id)).map(describeCall) } }),
  },
  {
    method: 'POST',
    path: '/api/shared-calls',
    access: 'member',
    handle: async ({ request, response, account, visitor }) => {
      const reading = await readBody(request, response, shareSchema);
      if (!reading.ok) return reading.refusal;
      const { operation, params } = reading.params;
      if (operationById(operation) === undefined) {
        return violation('operation', 'enum', 'must be the id of an operation.');
      }
      if (!isParams(params)) return violation('params', 'type', 'must be an object.');
      const added = await sharedCalls.add(account.id, { operation, params, by: visitor.user.email });
      if (added === 'full')
        return refuse('too_many', {
          message: 'The account shares as many calls as it may. Remove some under "History" first.',
        });
      if (added === 'too large')
        return violation('params', 'max', `must be at most ${MAX_SHARED_BYTES} bytes of JSON.`);
      // Another member was as quick.
      if (added === 'removed') return NO_SUCH_CALL;
      return { status: 201, body: describeCall(added) };
    },
  },
  {
    method: 'GET',
    path: '/api/shared-calls/:id',
    access: 'viewer',
    handle: async ({ request, account }) => {
      const call = await sharedCalls.get(account.id, String(request.params['id']));
      return call === null ? NO_SUCH_CALL : { body: describeCall(call) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/shared-calls/:id',
    access: 'member',
    handle: async ({ request, account }) =>
      (await sharedCalls.remove(account.id, String(request.params['id']))) ? {} : NO_SUCH_CALL,
  },
];
