import { OPERATIONS, validateParams } from '@quarry/contracts';
import type { Catalogue } from '../src/admission/catalogue.js';
import { extraHostsOf, type Origins } from '../src/admission/extra-hosts.js';

/** The contract's operations, as if only those named were built. */
export const catalogueOf = (builtIds: readonly string[], origins: Origins = {}): Catalogue => {
  const extraHosts = extraHostsOf(origins);
  return {
    operations: OPERATIONS.map((operation) => ({ ...operation, isBuilt: builtIds.includes(operation.id) })),
    validate: (operation, input, nowMs) => validateParams(operation, input, { nowMs, extraHosts }),
  };
};
