import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { withFigures } from './figures.js';

const PAGE = 'docs/performance.md';

/** The name of a part as an argument gives it. */
export const partNamed = <Parts extends object>(parts: Parts, name: string): keyof Parts & string => {
  const known = Object.keys(parts);
  if (!known.includes(name)) throw new Error(`there is no part ${name}; choose one of ${known.join(', ')}`);
  // safe because the name is one of the table's
  return name as keyof Parts & string;
};

export const machineName = (): string => `${availableParallelism()} cores of ${cpus()[0]?.model}`;

/** Prints what a part has measured, and writes it into the page. */
export const reportPart = (name: string, text: string, isWritten: boolean): void => {
  console.log(`\n${text}`);
  if (isWritten) writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), name, text));
};
