import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTEN = '0A';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const socketsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? '';
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
};

/** TCP ports on which one of the processes listens, as the system's own table tells. */
export const listeningPorts = (pids: readonly number[]): readonly number[] => {
  const own = new Set(pids.flatMap(socketsOf));
  const rows = TABLES.flatMap((table) => readText(table).split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const found = rows
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && own.has(inode ?? ''))
    .map(([, local = '']) => Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
  return [...new Set(found)];
};
