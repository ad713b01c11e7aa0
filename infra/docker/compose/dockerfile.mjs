/** Instructions of a Dockerfile, each on one line, without comments: `{ name, rest }`. */
const instructionsOf = (text) =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line))
    .filter(Boolean)
    .map(([, name, rest]) => ({ name, rest }));

const readPairs = (text) =>
  Object.fromEntries(
    [...text.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g)].map(([, name, inQuotes, bare]) => [
      name,
      inQuotes ?? bare,
    ]),
  );

/**
 * What an image that is built to `target` starts with: `{ env, entrypoint, command }`. Stages that others build on are
 * followed; what an image from elsewhere sets is not known. Lists of words are read, shell forms are not.
 */
export const imageOf = (dockerfile, target) => {
  const stages = new Map();
  let image;
  for (const { name, rest } of instructionsOf(dockerfile)) {
    if (name === 'FROM') {
      const [, base, stage] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      const inherited = stages.get(base) ?? { env: {}, entrypoint: [], command: [] };
      image = { ...inherited, env: { ...inherited.env } };
      if (stage !== undefined) stages.set(stage, image);
    } else if (name === 'ENV') Object.assign(image.env, readPairs(rest));
    else if (name === 'ENTRYPOINT') Object.assign(image, { entrypoint: JSON.parse(rest), command: [] });
    else if (name === 'CMD') image.command = JSON.parse(rest);
  }
  const found = target === undefined ? image : stages.get(target);
  if (found === undefined) throw new Error(`the Dockerfile has no stage ${target}`);
  return found;
};
