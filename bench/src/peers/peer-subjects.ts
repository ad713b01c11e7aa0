import { startChild, stopChild } from '../child.js';
import type { Subject } from './figures.js';

/** A script that measures itself and prints one JSON line. */
export const scriptSubject = (
  name: string,
  { script, site, width }: { readonly script: string; readonly site: string; readonly width: number },
): Subject => ({
  name,
  measure: async (pages) => {
    const { process: child, said } = await startChild(script, [site, String(pages), String(width)]);
    await stopChild(child);
    return { cpuMs: said['cpuMs'] ?? 0, perSecond: said['perSecond'] ?? 0, memoryMb: said['rssMb'] ?? 0 };
  },
});

const PEERS = {
  'Crawlee: CheerioCrawler and turndown': 'batch/crawler',
  'got, cheerio, turndown, files written': 'peers/turndown-loop',
  'floor: got, page written': 'peers/floor-loop',
};

export const peerSubjects = (site: string, width: number): Subject[] =>
  Object.entries(PEERS).map(([name, script]) => scriptSubject(name, { script, site, width }));
