import { isSameHash, KEY_USE_STEP_MS } from '../api-key.js';
import type { KeyEngine } from '../engine-port.js';
import type { ApiKey } from '../port.js';
import { present } from '../present.js';
import { toAccount, toApiKey } from './documents.js';
import type { AccountDocument, KeyDocument, LastUseDocument } from './documents.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';

/** Keys, and beside them when they were last used: gateways write that, and may not write keys. */
export const createKeyCalls = ({ models: { accounts, keys, lastUses }, run }: MongoEngine): KeyEngine => {
  const toApiKeys = async (documents: readonly KeyDocument[]): Promise<ApiKey[]> => {
    if (documents.length === 0) return [];
    const ids = documents.map(({ _id }) => _id);
    const uses = await run('lastUses.list', () =>
      lastUses
        .find({ _id: { $in: ids } })
        .lean<LastUseDocument[]>()
        .exec(),
    );
    const byKey = new Map(uses.map(({ _id, lastUsedAtMs }) => [_id, lastUsedAtMs]));
    return documents.map((key) => present({ ...toApiKey(key), lastUsedAtMs: byKey.get(key._id) }));
  };

  return {
    createKey: async ({ id, limits, ...input }, nowMs) => {
      const { accountId, keyHash } = input;
      if (!(await run('accounts.exists', () => accounts.exists({ _id: accountId }).exec()))) return null;
      const made: KeyDocument = { _id: id, ...input, ...(limits && { limits }), createdAtMs: nowMs };
      try {
        await run('keys.insert', () => keys.insertMany([made], { lean: true }));
        return toApiKey(made);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const live = { keyHash, accountId, revokedAtMs: { $exists: false } };
      const standing = await run('keys.find', () => keys.findOne(live).lean<KeyDocument>().exec());
      const [key = null] = await toApiKeys(standing ? [standing] : []);
      return key;
    },
    changeKey: async (keyId, { name, limits }) => {
      const values = { ...(name === undefined ? {} : { name }), ...(limits && { limits }) };
      const live = { _id: keyId, revokedAtMs: { $exists: false } };
      const step = {
        ...(Object.keys(values).length > 0 ? { $set: values } : {}),
        ...(limits === null ? { $unset: { limits: 1 as const } } : {}),
      };
      const changed = await run('keys.change', () =>
        keys.findOneAndUpdate(live, step, { returnDocument: 'after' }).lean<KeyDocument>().exec(),
      );
      const [key = null] = await toApiKeys(changed ? [changed] : []);
      return key;
    },
    revokeKey: async (keyId, nowMs) => {
      const live = { _id: keyId, revokedAtMs: { $exists: false } };
      const revoked = await run('keys.revoke', () => keys.updateOne(live, { $set: { revokedAtMs: nowMs } }).exec());
      return revoked.matchedCount === 1;
    },
    listKeys: async (accountId) => {
      const found = await run('keys.list', () =>
        keys.find({ accountId }).sort({ createdAtMs: 1, _id: 1 }).lean<KeyDocument[]>().exec(),
      );
      return toApiKeys(found);
    },
    authenticate: async (keyHash) => {
      const key = await run('keys.find', () => keys.findOne({ keyHash }).lean<KeyDocument>().exec());
      if (!key || key.revokedAtMs !== undefined) return null;
      if (!isSameHash(key.keyHash, keyHash)) return null;
      const account = await run('accounts.find', () => accounts.findById(key.accountId).lean<AccountDocument>().exec());
      if (!account || account.isDisabled) return null;
      return present({ account: toAccount(account), keyId: key._id, limits: key.limits });
    },
    recordKeyUse: async (keyId, nowMs) => {
      // A use that was recorded later than that is not found, and its id is a duplicate.
      const due = { _id: keyId, lastUsedAtMs: { $lte: nowMs - KEY_USE_STEP_MS } };
      try {
        await run('lastUses.record', () =>
          lastUses.updateOne(due, { $set: { lastUsedAtMs: nowMs } }, { upsert: true }).exec(),
        );
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
};
