import { SCALAR_ACCEPTED } from './composites.js';
import type { JsonSchema } from './field.js';

/** One parameter as documentation shows it. */
export interface DocumentedField {
  readonly form: 'scalar' | 'list' | 'group';
  readonly note: string;
  /** In every call: a member of a group that may be left out is not. */
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

/** The members of an object's JSON schema; `isDue`: the object itself is in every call. */
export const documentedFields = ({ properties = {}, required = [] }: JsonSchema, isDue = true): DocumentedFields =>
  Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, member]) => {
      const { [SCALAR_ACCEPTED]: isScalarAccepted = false, ...schema } = member;
      const isGroup = schema['properties'] !== undefined;
      const isRequired = isDue && (required as readonly string[]).includes(name);
      return [
        name,
        {
          form: isGroup ? 'group' : schema['type'] === 'array' ? 'list' : 'scalar',
          note: String(schema['description']),
          isRequired,
          ...('default' in schema ? { default: schema['default'] } : {}),
          schema,
          fields: isGroup ? documentedFields(schema, isRequired) : undefined,
          isScalarAccepted: isScalarAccepted === true,
        },
      ];
    }),
  );
