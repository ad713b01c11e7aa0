import { createReadStream } from 'node:fs';
import { isPlainObject } from '@quarry/contracts';
import { causeOf } from '../error-cause.js';
import { parseJson } from '../fleet/fleet-error.js';
import { readBounded } from '../read-bounded.js';

/** Larger than what any deployment accepts. */
const MAX_FILE_BYTES = 1_048_576;

/** A file that has no JSON object; `message` says so. */
export class JsonFileError extends Error {
  override readonly name = 'JsonFileError';
}

/** The JSON object in a file; `-` is `input`. Rejects with `JsonFileError`. */
export const readJsonFile = async (
  file: string,
  input: AsyncIterable<Uint8Array>,
): Promise<Readonly<Record<string, unknown>>> => {
  let bytes: Buffer | undefined;
  try {
    bytes = await readBounded(file === '-' ? input : createReadStream(file), MAX_FILE_BYTES);
  } catch (error) {
    throw new JsonFileError(`${file} cannot be read (${causeOf(error)}).`);
  }
  if (bytes === undefined) throw new JsonFileError(`${file} has more than ${MAX_FILE_BYTES} bytes.`);
  const value = parseJson(bytes);
  if (isPlainObject(value)) return value;
  throw new JsonFileError(`${file === '-' ? 'Standard input' : file} has no JSON object.`);
};
