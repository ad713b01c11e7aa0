import { InvalidArgumentError } from 'commander';
import { isPlainObject } from '@quarry/contracts';

export type ParamsOption = Readonly<Record<string, unknown>>;

/** Reads the JSON object of `--params`. */
export const readParams = (value: string): ParamsOption => {
  try {
    const params: unknown = JSON.parse(value);
    if (isPlainObject(params)) return params;
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError('Must be a JSON object.');
};
