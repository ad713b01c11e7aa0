import type { AiRule, AiRules } from '@quarry/contracts';

export type JsonSchema = { readonly [key: string]: unknown };

/** An element of a list is never null; fields of an object may be. */
const schemaOfElement = (output: AiRule['output']): JsonSchema =>
  typeof output === 'object' ? schemaOfFields(output) : { type: output ?? 'string' };

const schemaOfRule = (rule: AiRule): JsonSchema => {
  switch (rule.type) {
    case 'list':
      return { type: ['array', 'null'], items: schemaOfElement(rule.output) };
    case 'item':
      return {
        ...schemaOfFields(typeof rule.output === 'object' ? rule.output : {}),
        type: ['object', 'null'],
      };
    default:
      return {
        type: [rule.type, 'null'],
        ...(rule.enum ? { enum: [...new Set(rule.enum), null] } : {}),
      };
  }
};

const schemaOfFields = (rules: AiRules): JsonSchema => ({
  type: 'object',
  // Not by assignment: a field may be called `__proto__`.
  properties: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, schemaOfRule(rule)])),
  required: Object.keys(rules),
  additionalProperties: false,
});

/**
 * JSON schema of the answer to `rules`, in the subset that strict output modes take: every field required, none besides, and
 * null for what the page does not state. Descriptions are the prompt's. Depth is bounded by the contract.
 */
export const modelSchema = (rules: AiRules): JsonSchema => schemaOfFields(rules);
