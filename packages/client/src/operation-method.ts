import type { BatchOperation } from './batch/batch-operation.js';
import { ApiPromise } from './http/api-promise.js';
import { readJson } from './http/read-body.js';
import type { CallOptions, KeyedCallOptions, Transport } from './http/transport.js';
import { PendingRequest, type RequestSource } from './pending-request.js';

export type { CallOptions, KeyedCallOptions };

/** One operation. With `respondAsync` the call returns at once, and the request runs on without its caller. */
export interface OperationMethod<Params, Result, Options extends CallOptions = CallOptions> {
  (params: Params, options: Options & { readonly respondAsync: true }): ApiPromise<PendingRequest<Result>>;
  (params: Params, options?: Options & { readonly respondAsync?: false }): ApiPromise<Result>;
}

export interface OperationRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

export type BindOperation = <Params extends object, Result, Options extends CallOptions>(
  route: OperationRoute,
) => OperationMethod<Params, Result, Options>;

export type BindBatch = <Item extends object, Defaults extends object, Result>(
  path: string,
) => BatchOperation<Item, Defaults, Result>;

/** Makes the method of an operation from its route. */
export const createBindOperation =
  (transport: Transport, requests: RequestSource): BindOperation =>
  <Params extends object, Result, Options extends CallOptions>({ method, path }: OperationRoute) => {
    const isPost = method === 'POST';
    const call = (params: Params, options: Options & { readonly respondAsync?: boolean }): unknown => {
      const request = {
        method,
        path,
        isKeyed: isPost,
        ...(isPost ? { body: params } : { query: params, hasMaxAge: true }),
      };
      if (options?.respondAsync !== true) return transport.json<Result>(request, options);
      const read = async (response: Response): Promise<PendingRequest<Result>> => {
        // safe because the types are made from the contract that the service responds by
        const body = (await readJson(response)) as Result & { id: string };
        if (response.status === 202) return new PendingRequest<Result>(requests, body.id);
        // A request that has ended before, under its key or by maxAge.
        return new PendingRequest<Result>(requests, response.headers.get('x-request-id') ?? '', body);
      };
      const headers = { prefer: 'respond-async' };
      return new ApiPromise(transport.send({ ...request, headers }, options, read));
    };
    // safe because the result follows respondAsync, as the overloads say
    return call as OperationMethod<Params, Result, Options>;
  };
