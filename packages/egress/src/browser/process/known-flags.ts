import { open, readlink, stat, type FileHandle } from 'node:fs/promises';
import { HARDENING_NAMES, WALL_NAMES } from './chromium-flags.js';

/** Bytes of a program that are read at once; searching them takes about a millisecond. */
const PART_BYTES = 1 << 20;
/** Longer than the longest name, so that none is missed between two parts. */
const OVERLAP_BYTES = 128;

/** The names that a program does not contain as strings between zero bytes. */
const findNames = async (file: FileHandle, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const missing = new Set(names);
  const part = Buffer.allocUnsafe(PART_BYTES);
  for (let at = 0; missing.size > 0; at += PART_BYTES - OVERLAP_BYTES) {
    const { bytesRead } = await file.read(part, 0, PART_BYTES, at);
    const text = part.toString('latin1', 0, bytesRead);
    // One pass for all names, because the program has hundreds of megabytes.
    const found = text.matchAll(new RegExp(`\\0(${[...missing].join('|')})(?=\\0)`, 'g'));
    for (const [, name = ''] of found) missing.delete(name);
    if (bytesRead < PART_BYTES) break;
  }
  return missing;
};

/** Names that a program does not know. Rejects when it cannot be read. */
export const findUnknownFlags = async (
  program: string,
  names: readonly string[] = [...WALL_NAMES, ...HARDENING_NAMES],
): Promise<readonly string[]> => {
  const file = await open(program);
  try {
    return [...(await findNames(file, names))];
  } finally {
    await file.close();
  }
};

/** A browser that cannot be used, however it is started. */
export class UnknownWallError extends Error {}

/** Throws if the browser of a process does not know a required flag. Other findings go to `notice`. */
export type FlagCheck = (browserPid: number) => Promise<void>;

interface Finding {
  readonly walls: readonly string[];
  readonly others: readonly string[];
}

const list = (names: readonly string[]): string => names.map((name) => `--${name}`).join(', ');

const look = async (program: string): Promise<Finding> => {
  const unknown = await findUnknownFlags(program);
  const walls = unknown.filter((name) => WALL_NAMES.includes(name));
  return { walls, others: unknown.filter((name) => !walls.includes(name)) };
};

interface FlagCheckParts {
  readonly notice: (text: string) => void;
  /** The program that a process runs; the started file may be a script. */
  readonly programOf?: ((pid: number) => Promise<string>) | undefined;
}

/**
 * Browsers silently ignore flags that they do not know, and flags change between versions. Each program is searched once, which
 * takes a tenth of a second, and again when its file has changed.
 */
export const createFlagCheck = ({
  notice,
  programOf = (pid) => readlink(`/proc/${pid}/exe`),
}: FlagCheckParts): FlagCheck => {
  let known = { key: '', finding: Promise.resolve<Finding>({ walls: [], others: [] }) };
  const findingOf = async (program: string): Promise<Finding> => {
    const { size, mtimeMs } = await stat(program);
    const key = `${program} ${size} ${mtimeMs}`;
    if (key === known.key) return known.finding;
    const finding = look(program);
    known = { key, finding };
    const { others } = await finding;
    if (others.length > 0)
      notice(`Chromium does not know ${list(others)}: ${program} is less hardened than it should be.`);
    return finding;
  };
  return async (browserPid) => {
    let program = 'Chromium';
    let finding: Finding;
    try {
      program = await programOf(browserPid);
      finding = await findingOf(program);
    } catch (error) {
      known = { ...known, key: '' };
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return notice(`${program} could not be read to see whether it knows its flags (${code}).`);
    }
    if (finding.walls.length === 0) return;
    throw new UnknownWallError(
      `Chromium does not know ${list(finding.walls)}, without which pages could reach inner addresses: ${program} is not used. ` +
        'Use a Chromium that Quarry is tested with, or CHROMIUM_PATH to name another.',
    );
  };
};
