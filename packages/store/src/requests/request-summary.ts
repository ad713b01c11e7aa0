import type { PackedRequest } from '../engine-port.js';
import type { RequestSummary } from '../port.js';

/** A row without what was sent. */
export const toSummary = ({ params: _params, sealedHeaders: _sealed, ...row }: PackedRequest): RequestSummary => row;
