import { readFileSync } from 'node:fs';

/** The lines of JSON in a file; none where there is no such file. */
export const readLines = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};
