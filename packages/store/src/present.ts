type Absent = null | undefined;
type Present<Values> = {
  [Key in keyof Values as Extract<Values[Key], Absent> extends never ? Key : never]: Values[Key];
} & {
  [Key in keyof Values as Extract<Values[Key], Absent> extends never ? never : Key]?: Exclude<Values[Key], Absent>;
};

/** The same object without the fields that are null or undefined. */
export const present = <Values extends object>(values: Values): Present<Values> =>
  // safe because only those fields are removed
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<Values>;
