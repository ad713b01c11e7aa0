import type { CapacityFigures, Ceiling, OperationFigures, PartsFigures } from './figures.js';

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join('');

const total = ({ cpuMs }: OperationFigures): number => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

const byProcess = (figures: Readonly<Record<string, number>>, digits: number): string =>
  Object.entries(figures)
    .filter(([, value]) => value >= 10 ** -digits)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ');

const printParts = ({ store, files, idle, waiting, operations }: PartsFigures): void => {
  console.log(`\n${store} and ${files}`);
  console.log(row(['', '/s', 'failed', 'p50 ms', 'p99 ms', 'alone', 'CPU ms', 'busy', 'redis', 'store', 'puts']));
  for (const [name, one] of Object.entries(operations)) {
    const { perSecond, failed, p50Ms, p99Ms, aloneMs, busyShare, redis } = one;
    console.log(
      row([
        ...[name, perSecond.toFixed(1), failed, p50Ms.toFixed(0), p99Ms.toFixed(0)],
        ...[(aloneMs[aloneMs.length >> 1] ?? 0).toFixed(0), total(one).toFixed(1), busyShare.toFixed(2)],
        ...[redis.commands.toFixed(1), one.store.commands.toFixed(1), one.files.puts.toFixed(2)],
      ]),
    );
    console.log(`  CPU ms: ${byProcess(one.cpuMs, 2)}`);
    console.log(`  main thread: ${byProcess(one.mainThreadMs, 2)}; peak MB: ${byProcess(one.peakMb, 0)}`);
    const { rows, storeBytes, files: count, fileBytes } = one.kept;
    console.log(
      `  kept: ${rows.toFixed(1)} rows of ${storeBytes.toFixed(0)} bytes, ${count.toFixed(2)} files of ${fileBytes.toFixed(0)} bytes; answer ${one.answerBytes.toFixed(0)} bytes; Redis ${(redis.bytesIn + redis.bytesOut).toFixed(0)} bytes`,
    );
  }
  console.log(
    `idle, per second: CPU ms ${byProcess(idle.cpuMsPerSecond, 1)}; Redis ${idle.redisCommandsPerSecond.toFixed(1)} commands, store ${idle.storeCommandsPerSecond.toFixed(1)}`,
  );
  console.log(
    `${waiting.calls} waiting calls, each and per second: gateway ${waiting.gatewayCpuMsPerCallSecond.toFixed(3)} ms CPU, ${waiting.gatewayKbPerCall.toFixed(0)} KB; Redis ${waiting.redisCommandsPerCallSecond.toFixed(2)} commands, store ${waiting.storeCommandsPerCallSecond.toFixed(2)}`,
  );
};

const ceilingsOf = (ceilings: CapacityFigures['ceilings']): readonly [string, Ceiling | undefined][] => [
  ['Redis, SET', ceilings.redisSet],
  ['Redis, script of a lease', ceilings.redisScript],
  ['store server, insert', ceilings.storeInsert],
  ['store server, update', ceilings.storeUpdate],
  ['store server, update of one document', ceilings.storeOneDocument],
  ['file server, put of 20 KiB', ceilings.filePut],
];

/** Prints all figures as text. */
export const printFigures = ({ form, machine, slots, width, parts, ceilings }: CapacityFigures): void => {
  console.log(
    `${form} form: ${machine.cores} cores, ${machine.gib} GiB, Node.js ${machine.node}, load ${machine.loadBefore.toFixed(1)} before; ${width} calls at a time, ${slots} slots`,
  );
  for (const figures of Object.values(parts)) printParts(figures);
  console.log('\nWithout Quarry, per second (and per CPU second of the server)');
  for (const [name, ceiling] of ceilingsOf(ceilings)) {
    if (ceiling === undefined) continue;
    console.log(`  ${name.padEnd(38)} ${ceiling.perSecond.toFixed(0)} (${ceiling.perServerCpuSecond.toFixed(0)})`);
  }
  if (ceilings.fileRemovalMs !== undefined)
    console.log(`  removal of a request's files ${ceilings.fileRemovalMs.toFixed(1)} ms`);
  for (const [name, { oneAccount, manyAccounts }] of Object.entries(ceilings.ledger)) {
    console.log(`  ledger, ${name}: ${oneAccount.toFixed(0)} of one account, ${manyAccounts.toFixed(0)} of many`);
  }
};
