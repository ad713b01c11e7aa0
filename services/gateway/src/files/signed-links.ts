import type { Request } from 'express';
import type { FileKey } from '@quarry/files';
import type { Clock } from '@quarry/store';
import type { LinkSignatures } from '@quarry/tokens';
import { queryTextOf } from '../http/input/read-query.js';

const EXPIRES = 'expires';
const SIGNATURE = 'signature';
const SECONDS = /^\d{1,11}$/;

const fileOf = ({ accountId, requestId, name }: FileKey): string => `${accountId}/${requestId}/${name}`;

/** Links to stored files that open without a key until they expire. */
export interface SignedLinks {
  /** `url`: that of the file, without a query. */
  sign(url: string, file: FileKey, expiresAtSeconds: number): string;
  /** Seconds for which the call's link still opens this file; undefined if it does not. */
  secondsLeft(request: Pick<Request, 'url'>, file: FileKey): number | undefined;
}

export const createSignedLinks = (signatures: LinkSignatures, clock: Clock): SignedLinks => ({
  sign: (url, file, expiresAtSeconds) => {
    const signature = signatures.sign({ file: fileOf(file), expiresAtSeconds });
    return `${url}?${new URLSearchParams({ [EXPIRES]: String(expiresAtSeconds), [SIGNATURE]: signature }).toString()}`;
  },
  secondsLeft: ({ url }, file) => {
    const query = new URLSearchParams(queryTextOf(url));
    const [expires, signature] = [query.get(EXPIRES) ?? '', query.get(SIGNATURE)];
    if (signature === null || !SECONDS.test(expires)) return undefined;
    const expiresAtSeconds = Number(expires);
    const left = expiresAtSeconds - Math.floor(clock() / 1_000);
    const isSigned = signatures.isSigned({ file: fileOf(file), expiresAtSeconds }, signature);
    return isSigned && left > 0 ? left : undefined;
  },
});
