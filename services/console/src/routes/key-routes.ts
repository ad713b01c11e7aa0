import { OPERATIONS } from '@quarry/contracts';
import { jsonChoice, jsonInteger, list, text } from '@quarry/contracts/input';
import { MAX_CREDITS, MAX_KEY_CONCURRENCY, MAX_KEY_OPERATIONS, type ApiKey } from '@quarry/store';
import { z } from 'zod';
import { MAX_LIVE_KEYS } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const NAME_MAX_CHARS = 100;

/** Operations and families of them. */
const OPERATION_NAMES = [...new Set(OPERATIONS.flatMap(({ id }) => [id.split('/', 1)[0] ?? id, id]))];

const limits = z
  .strictObject({
    creditsPerDay: jsonInteger({ note: 'Credits that it may spend in a day (UTC).', min: 0, max: MAX_CREDITS }),
    operations: list({
      note: 'Operations, or families of them, that it may call.',
      item: jsonChoice({ note: 'One of them.', values: OPERATION_NAMES }),
      maxItems: MAX_KEY_OPERATIONS,
    }),
    concurrency: jsonInteger({ note: 'Requests that it may have in flight.', min: 1, max: MAX_KEY_CONCURRENCY }),
  })
  .optional();

const createSchema = z.strictObject({
  name: text({ note: 'What the key is for.', required: true, maxChars: NAME_MAX_CHARS }),
  limits,
});

const changeSchema = z.strictObject({
  name: text({ note: 'What the key is for.', maxChars: NAME_MAX_CHARS }),
  limits,
});

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const describeKey = ({ id, name, prefix, limits: own = {}, createdAtMs, revokedAtMs, lastUsedAtMs }: ApiKey) => ({
  ...{ id, name, prefix, limits: own },
  createdAt: instant(createdAtMs),
  revokedAt: instant(revokedAtMs),
  lastUsedAt: instant(lastUsedAtMs),
});

/** Names are no secret of the account's members, as on the usage page; the rest of a key is for those who may manage it. */
const nameKey = ({ id, name, revokedAtMs }: ApiKey) => ({ id, name, isRevoked: revokedAtMs !== undefined });

const NO_SUCH_KEY = refuse('not_found', { message: 'The account has no such key, or it is revoked already.' });

/** The keys of the account. A key is shown once, when it is made. Its limits are changed as a whole; `{}` has none. */
export const openKeyRoutes = ({ keys }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/keys',
    access: 'member',
    handle: async ({ account }) => ({ body: { keys: (await keys.list(account.id)).map(describeKey) } }),
  },
  {
    method: 'GET',
    path: '/api/key-names',
    access: 'viewer',
    handle: async ({ account }) => ({ body: { keys: (await keys.list(account.id)).map(nameKey) } }),
  },
  {
    method: 'POST',
    path: '/api/keys',
    access: 'member',
    handle: async ({ request, response, account }) => {
      const reading = await readBody(request, response, createSchema);
      if (!reading.ok) return reading.refusal;
      if (account.isDisabled) return refuse('account_disabled');
      const live = (await keys.list(account.id)).filter(({ revokedAtMs }) => revokedAtMs === undefined);
      if (live.length >= MAX_LIVE_KEYS) return refuse('too_many');
      const made = await keys.create({ accountId: account.id, ...reading.params });
      if (made === null) return refuse('not_found');
      return { status: 201, body: { key: describeKey(made.key), plainKey: made.plainKey } };
    },
  },
  {
    method: 'PATCH',
    path: '/api/keys/:id',
    access: 'member',
    handle: async ({ request, response, account }) => {
      const reading = await readBody(request, response, changeSchema);
      if (!reading.ok) return reading.refusal;
      const { id } = request.params;
      const own = (await keys.list(account.id)).find((key) => key.id === id);
      const changed = own && (await keys.change(own.id, reading.params));
      return changed ? { body: { key: describeKey(changed) } } : NO_SUCH_KEY;
    },
  },
  {
    method: 'DELETE',
    path: '/api/keys/:id',
    access: 'member',
    handle: async ({ request, account }) => {
      const { id } = request.params;
      const own = (await keys.list(account.id)).find((key) => key.id === id);
      return own !== undefined && (await keys.revoke(own.id)) ? {} : NO_SUCH_KEY;
    },
  },
];
