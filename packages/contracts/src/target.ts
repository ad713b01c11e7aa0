/** An engine, or a site, that operations are on. */
export interface Target {
  /** Its neutral word, and the name of its origin: `jobboard` can be asked elsewhere by `ORIGIN_JOBBOARD`. */
  readonly name: string;
  /** In the description of that setting: `the job site`. */
  readonly title: string;
  /** Hosts that a URL parameter may point to. Ports other than the scheme's own do not match. */
  readonly hosts?: readonly string[];
}

/** Each host, and the same with `www.` before it. */
export const withWww = (...hosts: readonly string[]): readonly string[] =>
  hosts.flatMap((host) => [host, `www.${host}`]);
