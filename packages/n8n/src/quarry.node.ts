import { operationById } from '@quarry/contracts';
import { OPERATION_PARAMETERS } from './fields/operation-parameters.js';
import type { Execution, Item, NodeDescription } from './n8n.js';
import { callQuarry, CREDENTIALS, QuarryError } from './node/call-quarry.js';
import { InputError, readInput } from './node/read-input.js';

/** One key for all tries of an item of one run of a node. */
const keyOf = (execution: Execution, itemIndex: number): string => {
  const { id, name } = execution.getNode();
  const run = execution.evaluateExpression('{{ $runIndex }}', itemIndex);
  return ['n8n', execution.getExecutionId(), encodeURIComponent(id ?? name), String(run), itemIndex].join(':');
};

const runItem = async (execution: Execution, itemIndex: number): Promise<Item> => {
  const id = String(execution.getNodeParameter('operation', itemIndex));
  const operation = operationById(id);
  if (!operation) throw new InputError(`${id} is no operation of this version of the node.`);
  const { baseUrl } = await execution.getCredentials(CREDENTIALS);
  const json = await callQuarry(execution, {
    baseUrl: String(baseUrl),
    operation,
    params: readInput(execution, operation, itemIndex),
    idempotencyKey: keyOf(execution, itemIndex),
  });
  return { json, pairedItem: { item: itemIndex } };
};

const asItem = (error: unknown, itemIndex: number): Item => {
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof QuarryError ? { code: error.code, requestId: error.requestId } : {};
  return { json: { error: message, ...known }, pairedItem: { item: itemIndex } };
};

/** The node `Quarry`: one call for each item. */
export class Quarry {
  readonly description: NodeDescription = {
    displayName: 'Quarry',
    name: 'quarry',
    icon: 'file:quarry.svg',
    group: ['input'],
    version: 1,
    subtitle: '={{ $parameter["operation"] }}',
    description: 'Scrape pages, search engines and sites',
    defaults: { name: 'Quarry' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: OPERATION_PARAMETERS,
  };

  async execute(this: Execution): Promise<readonly (readonly Item[])[]> {
    const items: Item[] = [];
    for (const [index] of this.getInputData().entries()) {
      try {
        items.push(await runItem(this, index));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        items.push(asItem(error, index));
      }
    }
    return [items];
  }
}
