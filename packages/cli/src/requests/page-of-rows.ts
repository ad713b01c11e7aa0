import { z } from 'zod';

/** Of the link to the next page; undefined if it is no link. */
export const cursorIn = (nextPage: string): string | undefined =>
  URL.canParse(nextPage) ? (new URL(nextPage).searchParams.get('cursor') ?? undefined) : undefined;

/** A page of a list under `name`; `cursor` leads to the next one. */
export const pageOf = <Name extends string, Row>(name: Name, row: z.ZodType<Row>) =>
  z.looseObject({ nextPage: z.string().optional(), nextCursor: z.string().optional() }).transform((page, context) => {
    const rows = z.array(row).safeParse(page[name]);
    if (!rows.success) {
      context.addIssue({ code: 'custom', message: `no list of ${name}` });
      return z.NEVER;
    }
    const cursor = page.nextCursor ?? (page.nextPage === undefined ? undefined : cursorIn(page.nextPage));
    return { page, rows: rows.data, cursor };
  });

/** A time as a person reads it, UTC. */
export const toSecond = (iso: string): string => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '');
