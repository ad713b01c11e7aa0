import { InvalidArgumentError } from 'commander';

/** The bounds of a count are the deployment's to judge, with all other mistakes. */
export const readCount = (value: string): number => {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Must be an integer from 0.');
};

/** An option that may be repeated; a pattern may have commas. */
export const readPatterns = (value: string, before: readonly string[] = []): string[] => [...before, value];
