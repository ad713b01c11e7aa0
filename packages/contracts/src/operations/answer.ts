import { z } from 'zod';

/** First field of every result. Links to files are private to the account. */
export const requestMetadata = z.looseObject({
  id: z.string(),
  status: z.literal('ok'),
  html: z.string().optional(),
  json: z.string().optional(),
  url: z.string().optional(),
  preview: z.string().optional(),
  creditsCharged: z.int().optional(),
  /** Milliseconds by stage, until the response was stored. */
  timings: z
    .looseObject({
      queueMs: z.int().optional(),
      fetchMs: z.int().optional(),
      renderMs: z.int().optional(),
      readMs: z.int().optional(),
      totalMs: z.int().optional(),
    })
    .optional(),
});

/** A block of a result. Further keys are allowed, because sites add new ones. */
export const block = z.looseObject;

/** A result: `requestMetadata` and the given keys. */
export const answer = <S extends z.ZodRawShape>(shape: S) => z.looseObject({ requestMetadata, ...shape });

export const string = z.string().optional();
export const number = z.number().optional();
export const int = z.int().optional();
export const bool = z.boolean().optional();
export const texts = z.array(z.string()).optional();
export const anything = z.unknown().optional();

/** A list that is absent if the page does not show it. */
export const listOf = <S extends z.ZodType>(item: S) => z.array(item).optional();

/** Optional strings by name. */
export const strings = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, z.string().optional()])) as Record<N, z.ZodOptional<z.ZodString>>;

/** Optional numbers by name. */
export const numbers = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, z.number().optional()])) as Record<N, z.ZodOptional<z.ZodNumber>>;

/** Links to other pages of results: `pages` holds objects of one key such as `{"2": url}`. */
export const pagination = block({ next: string, pages: listOf(z.record(z.string(), z.string())) }).optional();
