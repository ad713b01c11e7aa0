import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { setRequestState, type RequestState } from '../src/http/request-state.js';

/** A response of the call `own` that nobody reads; `sent` is what was put into it. */
export const createFakeResponse = () => {
  const sent: unknown[] = [];
  const fake = Object.assign(new EventEmitter(), {
    locals: {},
    closed: false,
    destroyed: false,
    writableFinished: false,
    setHeader: () => fake,
    status: () => fake,
    end: (body: string) => sent.push(body),
  });
  const response = fake as unknown as Response;
  // safe because only the id is read
  setRequestState(response, { id: 'own' } as RequestState);
  /** The client hangs up. */
  const hangUp = (): void => {
    fake.closed = true;
    fake.destroyed = true;
    fake.emit('close');
  };
  return { response, sent, hangUp };
};
