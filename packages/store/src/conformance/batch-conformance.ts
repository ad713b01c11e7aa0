import { describe } from '@jest/globals';
import { describeBatchLead } from './batch-lead.conformance.js';
import { describeBatchPublish } from './batch-publish.conformance.js';
import { describeBatchSubmit } from './batch-submit.conformance.js';
import { describeBatchUpkeep } from './batch-upkeep.conformance.js';
import { describeItems } from './items.conformance.js';
import type { OpenStore } from './store-scene.js';
import { describeWebhooks } from './webhooks.conformance.js';

/** What the port promises of batches, their items and their webhooks; as `describeStoreConformance`. */
export const describeBatchConformance = (name: string, openStore: OpenStore): void =>
  describe(`batch conformance: ${name}`, () => {
    describeBatchSubmit(openStore);
    describeBatchLead(openStore);
    describeBatchPublish(openStore);
    describeBatchUpkeep(openStore);
    describeItems(openStore);
    describeWebhooks(openStore);
  });
