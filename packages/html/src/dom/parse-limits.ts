/** Bounds on what a document may make of its tree. Beyond them the tree degrades; nothing throws. */
export interface ParseLimits {
  /** UTF-16 units read; the rest of the document is left out. */
  readonly maxChars: number;
  /** Elements and text runs; afterwards tags are ignored and text is still kept. */
  readonly maxNodes: number;
  /** Levels of nesting; deeper elements become siblings at the last level. */
  readonly maxDepth: number;
  /** Attributes kept per element. */
  readonly maxAttributes: number;
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxChars: 32 * 1024 * 1024,
  // What a converter's heap of 512 MB holds with all outputs, whatever the nodes are.
  maxNodes: 950_000,
  maxDepth: 512,
  maxAttributes: 256,
};

export type ParseLimitName = keyof ParseLimits;
