import type { OperationId } from '@quarry/contracts';

export type Body = Readonly<Record<string, unknown>>;

/** A call in another API's words: as an operation's input, or why it cannot be one. */
export type CompatReading =
  | {
      readonly ok: true;
      readonly operation: OperationId;
      readonly input: Body;
      /** Turns the operation's response into that of the other API. */
      readonly write: (answer: Body) => Body;
    }
  | { readonly ok: false; readonly message: string };

/** A call of another API that an operation of ours answers. */
export interface CompatCall {
  readonly path: string;
  /** `body`: as it was sent, any JSON object. */
  readonly read: (body: Body) => CompatReading;
}

export const refused = (message: string): CompatReading => ({ ok: false, message });

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without the names that have no value. */
export const given = (fields: Body): Body =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** Whether a field asks for anything: not `false`, not empty. */
const asksForSomething = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  return isBody(value) ? Object.keys(value).length > 0 : Boolean(value);
};

/** The first field that asks for what there is nothing for; those in `known` are read, those in `ignored` change nothing here. */
export const unsupportedField = (
  body: Body,
  { known, ignored }: { readonly known: ReadonlySet<string>; readonly ignored: ReadonlySet<string> },
): string | undefined =>
  Object.entries(body).find(([name, value]) => !known.has(name) && !ignored.has(name) && asksForSomething(value))?.[0];

/** What cannot be read, and why. */
export interface Unread {
  readonly ok: false;
  readonly message: string;
}

export const refusedField = (name: string): Unread => ({
  ok: false,
  message: `Quarry does not support ${name.slice(0, 80)} in this call. Leave it out.`,
});

export const notSupported = (name: string): CompatReading => refusedField(name);
