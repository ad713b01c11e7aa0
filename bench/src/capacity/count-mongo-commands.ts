const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Header, flags, kind of the first section, length of its document, type of the first element; its name follows. */
const NAME_AT = HEADER_BYTES + 4 + 1 + 4 + 1;
const NAME_MAX_BYTES = 64;
/** Commands that drivers send by themselves. */
const DRIVER_COMMANDS = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'buildInfo', 'saslStart']);

/** Counts the commands in the bytes of a MongoDB driver, in chunks of any size. */
export const createMongoCounter = (count: (command: string) => void): ((piece: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  return (piece) => {
    let bytes = piece;
    if (skip > 0) {
      const taken = Math.min(skip, bytes.length);
      skip -= taken;
      bytes = bytes.subarray(taken);
    }
    if (bytes.length === 0) return;
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const whole = NAME_AT + NAME_MAX_BYTES;
    while (rest.length >= HEADER_BYTES) {
      const length = rest.readInt32LE(0);
      if (rest.length < Math.min(length, whole)) return;
      if (rest.readInt32LE(12) === OP_MSG) {
        const name = rest.toString('latin1', NAME_AT, rest.indexOf(0, NAME_AT));
        if (!DRIVER_COMMANDS.has(name)) count(name);
      }
      skip = Math.max(0, length - rest.length);
      rest = rest.subarray(Math.min(length, rest.length));
    }
  };
};
