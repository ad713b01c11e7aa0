import { CONVERTERS } from './converters.js';
import { readPage } from './pages.js';

/** Pages that warm the code up before anything is measured, read twice. */
const [name = '', ...warmUp] = process.argv.slice(2);
const convert = await CONVERTERS[name]?.();
if (!convert) throw new Error(`no converter ${name}`);

for (const file of [...warmUp, ...warmUp]) convert(readPage(file).text);
process.send?.({ isReady: true });

/** CPU of the whole process, collector and compiler threads among it. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

process.on('message', (file: string) => {
  const { text, bytes } = readPage(file);
  const before = cpuMs();
  let isFailed = false;
  try {
    convert(text);
  } catch {
    isFailed = true;
  }
  process.send?.({ ms: cpuMs() - before, bytes, isFailed });
});
