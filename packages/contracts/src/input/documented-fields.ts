import { SCALAR_ACCEPTED } from './composites.js';
import type { JsonSchema } from './field.js';

/** One parameter as documentation shows it. */
export interface DocumentedField {
  readonly form: 'scalar' | 'list' | 'group';
  readonly note: string;
  readonly isRequired: boolean;
  readonly default?: unknown;
  /** With description and default. */
  readonly schema: JsonSchema;
  /** Members, when the form is `group`. */
  readonly fields?: DocumentedFields | undefined;
  /** A list that also accepts a single string. */
  readonly isScalarAccepted: boolean;
}

export type DocumentedFields = Readonly<Record<string, DocumentedField>>;

/** The members of an object's JSON schema. */
export const documentedFields = ({ properties = {}, required = [] }: JsonSchema): DocumentedFields =>
  Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, member]) => {
      const { [SCALAR_ACCEPTED]: isScalarAccepted = false, ...schema } = member;
      const isGroup = schema['properties'] !== undefined;
      return [
        name,
        {
          form: isGroup ? 'group' : schema['type'] === 'array' ? 'list' : 'scalar',
          note: String(schema['description']),
          isRequired: (required as readonly string[]).includes(name),
          ...('default' in schema ? { default: schema['default'] } : {}),
          schema,
          fields: isGroup ? documentedFields(schema) : undefined,
          isScalarAccepted: isScalarAccepted === true,
        },
      ];
    }),
  );
