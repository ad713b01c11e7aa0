interface LocalPorts {
  readonly findFreePort: (host?: string) => Promise<number>;
}

/** What the fleets' runner finds its ports by: whoever finds one keeps it from all others. */
const RUNNERS_OWN = new URL('../../../../infra/local/local-ports.mjs', import.meta.url).href;

/** A port of the loopback that nobody listens on just now, and that is given to nobody else while this process runs. */
export const freePort = async (): Promise<number> => {
  // safe because it is that file's own function
  const { findFreePort } = (await import(RUNNERS_OWN)) as LocalPorts;
  return findFreePort();
};
