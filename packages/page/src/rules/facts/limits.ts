/** Bounds on what one page may cost the rules. What lies beyond is not read. */
export const RULES_LIMITS = {
  /** Characters kept of one element's text. */
  textChars: 600,
  /** Label and value pairs, and marked elements, kept of one scope. */
  pairs: 8_000,
  hints: 20_000,
  sections: 500,
  sectionItems: 200,
  images: 2_000,
  links: 5_000,
  money: 500,
  /** Rows of repeated parts that are read, the fullest first, and parts read of one row. */
  groups: 12,
  /** Parts examined to decide whether a group is what was requested. */
  sampledParts: 6,
  groupParts: 300,
  /** Characters of scripts' state read, and values and lists looked at in it. */
  stateChars: 8 * 1024 * 1024,
  stateNodes: 400_000,
  stateLists: 500,
  readLists: 16,
  /** Values given for one list. */
  listValues: 500,
  labelChars: 48,
} as const;
