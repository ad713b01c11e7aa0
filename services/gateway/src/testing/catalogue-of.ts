import { OPERATIONS, validateParams, type SiteWord } from '@quarry/contracts';
import type { Catalogue } from '../admission/catalogue.js';
import { extraHostsOf } from '../admission/extra-hosts.js';

/** The contract's operations, as if only those named were built. */
export const catalogueOf = (
  builtIds: readonly string[],
  origins: Readonly<Partial<Record<SiteWord, string>>> = {},
): Catalogue => {
  const extraHosts = extraHostsOf(origins);
  return {
    operations: OPERATIONS.map((operation) => ({ ...operation, isBuilt: builtIds.includes(operation.id) })),
    validate: (operation, input, nowMs) => validateParams(operation, input, { nowMs, extraHosts }),
  };
};
