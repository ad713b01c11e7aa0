import type { RequestHandler, Response } from 'express';
import { compatError } from '@quarry/compat';
import { requestState, type RequestState } from '../http/request-state.js';

type TellError = NonNullable<RequestState['tellError']>;

/** From here on errors have the shape that the other API's clients read. */
export const tellErrorsTheirWay = (response: Response, tellError: TellError = compatError): void => {
  requestState(response).tellError = tellError;
};

/** The same for all of a handler. */
export const withTheirErrors =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    tellErrorsTheirWay(response);
    return handler(request, response, next);
  };
