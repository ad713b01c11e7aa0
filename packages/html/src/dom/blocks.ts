const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table caption tbody thead tfoot tr td th ul listing plaintext xmp'
  ).split(' '),
);

export const isBlock = (name: string): boolean => BLOCK_TAGS.has(name);
