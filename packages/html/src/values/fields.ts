/** The fields of `T`, where those that may be left out may be undefined too. */
type Fields<T> = { readonly [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? T[K] | undefined : T[K] };

const keep = <T>(fields: object, isKept: (value: unknown) => boolean): T =>
  // safe because only fields are left out that may be
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isKept(value))) as T;

/** An object without the fields that are undefined. Its type is the one asked for: a name that this does not have is an error. */
export const defined = <T extends object = never>(fields: NoInfer<Fields<T>>): T =>
  keep(fields, (value) => value !== undefined);

/** The same; undefined where no field is left. */
export const definedOrNone = <T extends object = never>(fields: NoInfer<Fields<T>>): T | undefined => {
  const kept = keep<T>(fields, (value) => value !== undefined);
  return Object.keys(kept).length > 0 ? kept : undefined;
};

/** An object without the fields that are undefined, an empty text or an empty list. */
export const filled = <T extends object = never>(fields: NoInfer<Fields<T>>): T =>
  keep(fields, (value) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0));
