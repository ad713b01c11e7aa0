const NAMED = /(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*')/gi;

const hashOf = (word: string): string => {
  let hash = 7;
  for (const character of word) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return `x${hash.toString(36)}z`;
};

/** The page with every class name and id replaced by a meaningless one; equal names stay equal. */
export const hashNames = (html: string): string =>
  html.replace(NAMED, (_attribute, before: string, quoted: string) => {
    const names = quoted
      .slice(1, -1)
      .split(/\s+/)
      .filter((name) => name !== '');
    return `${before}"${names.map(hashOf).join(' ')}"`;
  });
