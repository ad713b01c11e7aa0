import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const demoSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().min(1),
});

/** Where the local fleet answers, as it wrote it down itself. */
export type DemoFile = z.infer<typeof demoSchema>;

/** Null while no local fleet runs on this data folder. */
export const readDemoFile = async (dataDir: string): Promise<DemoFile | null> => {
  try {
    return demoSchema.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')));
  } catch {
    return null;
  }
};
