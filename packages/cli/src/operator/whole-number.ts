import { InvalidArgumentError } from 'commander';

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be an integer from ${min} to ${max}.`);
  };
