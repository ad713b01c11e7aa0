/** Part of a path. Throws for what would lead elsewhere. */
export const pathPart = (name: string, value: string): string => {
  if (typeof value === 'string' && value !== '') return encodeURIComponent(value);
  throw new TypeError(`${name} must be a non-empty string.`);
};
