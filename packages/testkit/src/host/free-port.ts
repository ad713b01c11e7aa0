interface LocalPorts {
  readonly findFreePort: (host?: string) => Promise<number>;
}

/** The fleets' runner finds its ports by this file too, and reserves them. */
const RUNNERS_OWN = new URL('../../../../infra/local/host/local-ports.mjs', import.meta.url).href;

/** A free port of loopback, reserved while this process runs. */
export const freePort = async (): Promise<number> => {
  // safe because it is that file's own function
  const { findFreePort } = (await import(RUNNERS_OWN)) as LocalPorts;
  return findFreePort();
};
