import { text } from '@quarry/contracts/input';
import type { ApiKey } from '@quarry/store';
import { z } from 'zod';
import { MAX_LIVE_KEYS } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const NAME_MAX_CHARS = 100;

const createSchema = z.strictObject({
  name: text({ note: 'What the key is for.', required: true, maxChars: NAME_MAX_CHARS }),
});

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const describeKey = ({ id, name, prefix, createdAtMs, revokedAtMs, lastUsedAtMs }: ApiKey) => ({
  ...{ id, name, prefix },
  createdAt: instant(createdAtMs),
  revokedAt: instant(revokedAtMs),
  lastUsedAt: instant(lastUsedAtMs),
});

const NO_SUCH_KEY = refuse('not_found', { message: 'The account has no such key, or it is revoked already.' });

/** The keys of the account. A key is shown once, when it is made. */
export const openKeyRoutes = ({ keys }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/keys',
    access: 'member',
    handle: async ({ account }) => ({ body: { keys: (await keys.list(account.id)).map(describeKey) } }),
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
      const made = await keys.create({ accountId: account.id, name: reading.params.name });
      if (made === null) return refuse('not_found');
      return { status: 201, body: { key: describeKey(made.key), plainKey: made.plainKey } };
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
