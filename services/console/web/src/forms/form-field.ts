interface FieldBase {
  /** Dotted name in the parameters and in violations, such as `price.min`. */
  readonly path: string;
  /** Last part of the path, as the label shows it. */
  readonly name: string;
  readonly note: string;
  readonly isRequired: boolean;
  /** What the service takes if the field is left out. */
  readonly preset?: unknown;
}

/** One line of text; `suggestions` are values that are offered, others may be typed. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly input: 'text' | 'url' | 'date';
  readonly maxChars?: number | undefined;
  readonly pattern?: string | undefined;
  readonly suggestions: readonly string[];
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface FlagField extends FieldBase {
  readonly kind: 'flag';
}

/** One of a list of values; numbers stay numbers when they are sent. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly values: readonly (string | number)[];
}

/** Several values: of `values` if it is given, else free text. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly values?: readonly (string | number)[] | undefined;
  readonly isOfNumbers: boolean;
  readonly maxItems?: number | undefined;
}

/** Names that the caller chooses, each with a text, such as headers. */
export interface MapField extends FieldBase {
  readonly kind: 'map';
  readonly maxEntries?: number | undefined;
}

/** Rules that are written as JSON. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  readonly shape: 'object' | 'array' | 'any';
}

/** Parameters under one name. */
export interface GroupField extends FieldBase {
  readonly kind: 'group';
  readonly fields: readonly FormField[];
}

/** Off, on, or on with options. */
export interface OptionsField extends FieldBase {
  readonly kind: 'options';
  readonly fields: readonly FormField[];
}

/** A parameter of an operation as a form shows it. */
export type FormField =
  | TextField
  | NumberField
  | FlagField
  | ChoiceField
  | ListField
  | MapField
  | JsonField
  | GroupField
  | OptionsField;

/** A field that holds a value of its own. */
export type LeafField = Exclude<FormField, GroupField>;

/** The fields with those of groups and options, from the outside in. */
export const allFields = (fields: readonly FormField[]): readonly FormField[] =>
  fields.flatMap((field) =>
    field.kind === 'group' || field.kind === 'options' ? [field, ...allFields(field.fields)] : [field],
  );
