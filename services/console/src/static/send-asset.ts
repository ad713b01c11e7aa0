import type { Request, Response } from 'express';
import type { Asset, Encoding } from './asset.js';

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Sends an asset, compressed where the caller accepts it, or 304 where the caller has it. */
export const sendAsset = async (
  request: Request,
  response: Response,
  asset: Asset,
  cacheControl: string,
): Promise<void> => {
  response.setHeader('content-type', asset.type);
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', asset.etag);
  if (asset.isCompressible) response.vary('accept-encoding');
  if (request.headers['if-none-match'] === asset.etag) {
    response.status(304).end();
    return;
  }
  const accepted = asset.isCompressible ? request.acceptsEncodings([...ENCODINGS]) : false;
  const encoding = ENCODINGS.find((name) => name === accepted);
  const body = encoding === undefined ? asset.body : await asset.compressed(encoding);
  if (encoding !== undefined) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', String(body.byteLength));
  response.end(request.method === 'HEAD' ? undefined : body);
};
