/** An engine or site that operations scrape. */
export interface Target {
  /** Neutral name; `ORIGIN_JOBBOARD` overrides the origin of `jobboard`. */
  readonly name: string;
  /** Name in the description of that setting, such as `the job site`. */
  readonly title: string;
  /** Hosts that a URL parameter may point to, on the scheme's default port. */
  readonly hosts?: readonly string[];
}

/** Each host, with and without `www.`. */
export const withWww = (...hosts: readonly string[]): readonly string[] =>
  hosts.flatMap((host) => [host, `www.${host}`]);
