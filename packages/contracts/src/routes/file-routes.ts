import { z } from 'zod';
import { checkInput } from '../input/check-input.js';
import { url } from '../input/formats.js';
import { jsonInteger } from '../input/scalars.js';
import type { ValidateResult } from '../validate-params.js';

export const FILES_SIGN_PATH = '/files/sign';

/** Longest life of a signed link, seconds: 7 days. */
export const SIGNED_LINK_MAX_SECONDS = 604_800;
export const SIGNED_LINK_DEFAULT_SECONDS = 3_600;

export const signFields = {
  url: url({ note: 'Link to a stored file of this account, as responses contain it.', required: true }),
  expiresInSeconds: jsonInteger({
    note: 'How long the signed link opens without a key, in seconds.',
    min: 1,
    max: SIGNED_LINK_MAX_SECONDS,
    default: SIGNED_LINK_DEFAULT_SECONDS,
  }),
};

const signSchema = z.strictObject(signFields);
export type SignRequest = z.output<typeof signSchema>;

/** Checks the body of a call that signs a link. */
export const validateSignRequest = (body: object): ValidateResult<SignRequest> => checkInput(signSchema, body);
