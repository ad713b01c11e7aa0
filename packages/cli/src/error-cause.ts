const fieldOf = (error: unknown, name: 'code' | 'message'): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = (error as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const SYSTEM_CODE = /^[A-Z][A-Z\d_]+$/;

/** The cause in a few words: the system's code, such as `ENOENT`, or the first line of the message. */
export const causeOf = (error: unknown): string => {
  const code = fieldOf(error, 'code');
  if (code !== undefined && SYSTEM_CODE.test(code)) return code;
  return (fieldOf(error, 'message') ?? String(error)).split('\n', 1)[0] ?? '';
};
