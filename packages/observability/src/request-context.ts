import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request or job carries. */
export interface RequestContext {
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly attempt?: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `fn` so that every line logged inside it, also after awaits, carries `context`. */
export const withRequestContext = <T>(context: RequestContext, fn: () => T): T => storage.run(context, fn);

/** The context of the running request or job; undefined outside of one. */
export const currentRequestContext = (): RequestContext | undefined => storage.getStore();
