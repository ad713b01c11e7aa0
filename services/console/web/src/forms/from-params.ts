import type { Draft, DraftValue } from './draft.js';
import type { FormField } from './form-field.js';
import { isRecord } from './json-schema.js';

/** Text of a value that a control shows as typed. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));

const leafDraft = (field: FormField, value: unknown): DraftValue => {
  switch (field.kind) {
    case 'list':
      return (Array.isArray(value) ? value : [value]).map(asText);
    case 'map':
      return isRecord(value) ? Object.entries(value).map(([name, entry]) => ({ name, value: asText(entry) })) : '';
    case 'json':
      return JSON.stringify(value, null, 2) ?? '';
    default:
      return asText(value);
  }
};

export interface ReadDraft {
  readonly draft: Draft;
  /** Names of parameters that the form has no field for. */
  readonly unknown: readonly string[];
}

/** What a form shows for the parameters of an earlier call, a link or a file. Its fields decide what is taken. */
export const fromParams = (fields: readonly FormField[], params: unknown): ReadDraft => {
  if (!isRecord(params)) return { draft: {}, unknown: [] };
  const draft: Record<string, DraftValue> = {};
  const unknown: string[] = [];
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(params)) {
    const field = known.get(name);
    if (field === undefined) unknown.push(name);
    else if (value === undefined || value === null) continue;
    else if (field.kind === 'group' || field.kind === 'options') {
      const inner = fromParams(field.fields, value);
      Object.assign(draft, inner.draft);
      unknown.push(...inner.unknown.map((member) => `${name}.${member}`));
      if (field.kind === 'options') draft[field.path] = value === false ? 'false' : 'true';
    } else draft[field.path] = leafDraft(field, value);
  }
  return { draft, unknown };
};
