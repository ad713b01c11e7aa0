import { groupDigits } from '@quarry/contracts';
import type { Outcome } from '../outcome.js';
import type { JobRef } from './batch-api.js';
import type { BatchContext } from './batch-context.js';
import { describeInterrupt, type OutputChoice } from './describe-job.js';
import { followToEnd } from './follow.js';
import { Follower, type Followed } from './follow-jobs.js';
import { createOutSink, openFileSink, type RowSink } from './results/row-sink.js';

const silently = (): void => undefined;

/** Where the results are as long as more are to come. */
const placeOf = ({ out, format }: OutputChoice): string | undefined =>
  format === 'files' || out === undefined ? out : `${out}.part`;

const describeRest = ({ progress }: Followed, output: OutputChoice): string => {
  const ended = `${groupDigits(progress.ended)} of ${groupDigits(progress.requests)} have ended so far`;
  if (output.out === undefined) return `${ended}; --follow continues to the end.\n`;
  return `${ended} and are in ${placeOf(output)}. Run the same command again to resume; --follow continues to the end.\n`;
};

const describeWhole = ({ progress }: Followed, output: OutputChoice): string => {
  if (output.out === undefined) return '';
  const counted = output.isFailedOnly ? progress.failed : progress.ended;
  return `${groupDigits(counted)} ${counted === 1 ? 'result' : 'results'} in ${output.out}\n`;
};

const readOnce = async (
  context: BatchContext,
  jobs: readonly JobRef[],
  sink: RowSink,
  isToEnd: boolean,
): Promise<Followed> => new Follower({ session: context.session, jobs, sink, show: silently, isToEnd }).run();

/** Prints results, or writes them to a file that a later run can resume. */
export const readResults = async (
  context: BatchContext,
  jobs: readonly JobRef[],
  output: OutputChoice,
  isToEnd: boolean,
): Promise<Outcome> => {
  if (output.out !== undefined && isToEnd) return followToEnd(context, jobs, output);
  context.afterInterrupt =
    output.out === undefined ? 'Interrupted.' : describeInterrupt(context.commandLine, jobs, output);
  const input = { ...context, choice: output };
  const sink =
    output.out === undefined ? createOutSink(input, context.streams.writeOut) : await openFileSink(input, output.out);
  try {
    const followed = await readOnce(context, jobs, sink, isToEnd);
    if (!followed.isWhole) return { exitCode: 4, out: '', err: describeRest(followed, output) };
    await sink.complete();
    return { exitCode: 0, out: '', err: describeWhole(followed, output) };
  } finally {
    await sink.close();
  }
};
