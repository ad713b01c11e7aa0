import { ApiPromise } from '../http/api-promise.js';
import type { CallOptions, Transport } from '../http/transport.js';
import { readJson } from '../http/read-body.js';

export interface CursorPage<Row> {
  readonly rows: readonly Row[];
  /** Start of the next page; undefined after the last one. */
  readonly nextCursor: string | undefined;
}

interface List {
  readonly path: string;
  /** The field of the response that has the rows. */
  readonly key: string;
  readonly filters: object;
}

const cursorIn = (nextPage: string | undefined): string | undefined =>
  nextPage === undefined ? undefined : (new URL(nextPage).searchParams.get('cursor') ?? undefined);

/** One page of a list of the account. */
export const listPage = <Row>(
  transport: Transport,
  { path, key, filters }: List,
  options: CallOptions | undefined,
): ApiPromise<CursorPage<Row>> => {
  const read = async (response: Response): Promise<CursorPage<Row>> => {
    // safe because the types are made from the contract that the service responds by
    const { data } = (await readJson(response)) as { data: Record<string, unknown> & { nextPage?: string } };
    return { rows: data[key] as Row[], nextCursor: cursorIn(data.nextPage) };
  };
  return new ApiPromise(transport.send({ method: 'GET', path, query: filters }, options, read));
};

/** Every row of a list. A page may be empty and still have a next one. */
export async function* allOf<Row>(
  page: (cursor: { readonly cursor?: string }) => PromiseLike<CursorPage<Row>>,
): AsyncGenerator<Row, void, undefined> {
  let cursor: { readonly cursor?: string } | undefined = {};
  while (cursor !== undefined) {
    const { rows, nextCursor }: CursorPage<Row> = await page(cursor);
    yield* rows;
    cursor = nextCursor === undefined ? undefined : { cursor: nextCursor };
  }
}
