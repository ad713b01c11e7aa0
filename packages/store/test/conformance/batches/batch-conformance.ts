import { describe } from '@jest/globals';
import { describeBatchLead } from './batch-lead.conformance.js';
import { describeBatchModel } from './batch-model.conformance.js';
import { describeBatchPaging } from './batch-paging.conformance.js';
import { describeBatchPublish } from './batch-publish.conformance.js';
import { describeBatchSubmit } from './batch-submit.conformance.js';
import { describeBatchUpkeep } from './batch-upkeep.conformance.js';
import { describeContents, describeFrontier, describeFrontierRules } from '../crawls/crawl-frontier.conformance.js';
import { describeClose, describeGrowth, describeGrowthRules } from '../crawls/crawl-growth.conformance.js';
import { describeItemSearch } from '../item-search.conformance.js';
import { describeItems } from '../items.conformance.js';
import { describeSpending } from '../spending.conformance.js';
import type { OpenStore } from '../store-scene.js';
import { describeWebhooks } from '../webhooks.conformance.js';

export interface BatchConformanceOptions {
  /** Random orders of steps that are held against the model, and as many of steps at the same time. */
  readonly modelRuns: number;
}

/** What the port promises of batches, their items and their webhooks; as `describeStoreConformance`. */
export const describeBatchConformance = (
  name: string,
  openStore: OpenStore,
  { modelRuns }: BatchConformanceOptions,
): void =>
  describe(`batch conformance: ${name}`, () => {
    describeBatchSubmit(openStore);
    describeBatchLead(openStore);
    describeBatchPublish(openStore);
    describeBatchPaging(openStore, modelRuns);
    describeBatchUpkeep(openStore);
    describeFrontier(openStore);
    describeFrontierRules(openStore);
    describeContents(openStore);
    describeGrowth(openStore);
    describeGrowthRules(openStore);
    describeClose(openStore);
    describeItems(openStore);
    describeItemSearch(openStore);
    describeSpending(openStore);
    describeWebhooks(openStore);
    describeBatchModel(openStore, modelRuns);
  });
