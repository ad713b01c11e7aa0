import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const demoSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().min(1),
  /** Absent: the fleet runs without a console. */
  consoleUrl: z.url({ protocol: /^https?$/ }).optional(),
});

/** URL and key of the local fleet, from the file that it writes. */
export type DemoFile = z.infer<typeof demoSchema>;

/** Null if no local fleet runs on this data folder. */
export const readDemoFile = async (dataDir: string): Promise<DemoFile | null> => {
  try {
    return demoSchema.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')));
  } catch {
    return null;
  }
};
