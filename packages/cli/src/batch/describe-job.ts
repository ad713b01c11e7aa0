import { formatCount } from '../table.js';
import { BATCH_OPERATIONS, type JobRef, type JobStatus } from './batch-api.js';
import type { Followed } from './follow-jobs.js';
import { formatCredits, formatDuration, percentOf } from './progress/render-progress.js';
import type { RowChoice } from './results/row-sink.js';

/** Jobs named in a command to type; beyond, the list would be no help. */
const MAX_NAMED_JOBS = 5;

const quote = (text: string): string => (/^[\w./+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Where results go and how they are written. */
export interface OutputChoice extends RowChoice {
  readonly out: string | undefined;
}

const namesOf = (jobs: readonly JobRef[]): string | undefined =>
  jobs.length <= MAX_NAMED_JOBS ? jobs.map(({ jobId }) => jobId).join(' ') : undefined;

/** The command that carries on what was interrupted; undefined when only the same command again does. */
export const commandToResume = (jobs: readonly JobRef[], output: OutputChoice): string | undefined => {
  const names = namesOf(jobs);
  if (names === undefined) return undefined;
  if (output.out === undefined) return `quarry batch follow ${names}`;
  return [
    `quarry batch results ${names} --follow --out ${quote(output.out)}`,
    output.format === 'ndjson' ? '' : ` --format ${output.format}`,
    output.hasAnswers ? ' --answers' : '',
    output.isFailedOnly ? ' --failed' : '',
  ].join('');
};

export const describeInterrupt = (jobs: readonly JobRef[], output: OutputChoice): string => {
  const subject = jobs.length === 1 ? 'The job goes on.' : `The ${jobs.length} jobs go on.`;
  const command = commandToResume(jobs, output);
  return command === undefined
    ? `${subject} Run the same command again to carry on.`
    : `${subject} Carry on here with:\n  ${command}`;
};

const secondsOf = (statuses: readonly JobStatus[]): number | undefined => {
  const began = statuses.map(({ createdAt }) => Date.parse(createdAt));
  const ended = statuses.map(({ finishedAt }) => Date.parse(finishedAt ?? ''));
  const seconds = (Math.max(...ended) - Math.min(...began)) / 1_000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

/** What came of jobs that have ended, and what can be done next. */
export const describeEnd = (
  jobs: readonly JobRef[],
  { progress, statuses }: Followed,
  output: OutputChoice,
): string => {
  const { succeeded, failed, creditsCharged, failures } = progress;
  const seconds = secondsOf(statuses);
  const verb = statuses.some(({ status }) => status === 'stopped') ? 'Stopped' : 'Done';
  const names = namesOf(jobs) ?? '<job>';
  const lines = [
    `${verb}: ${formatCount(succeeded)} ok, ${formatCount(failed)} failed, ${formatCredits(creditsCharged)} charged` +
      (seconds === undefined ? '' : `, in ${formatDuration(seconds)}`),
  ];
  for (const { reason, count, message, example } of failures) {
    lines.push(`  ${formatCount(count)} ${reason}: ${message}`);
    if (example !== undefined) lines.push(`    such as ${example}`);
  }
  lines.push(`Results:   ${output.out ?? `quarry batch results ${names} --out results.ndjson`}`);
  if (failed > 0 && jobs.length === 1) lines.push(`Try again: quarry batch retry-failed ${names} --follow`);
  return lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n');
};

const day = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

const stateOf = ({ status, stopRequestedAt }: JobStatus): string =>
  `${status.replace('_', ' ')}${stopRequestedAt !== undefined && status !== 'stopped' ? ', stopping' : ''}`;

/** A job's status as lines of names and values. */
export const describeStatus = ({ jobId, path }: JobRef, status: JobStatus): string => {
  const { requestsCount, responsesCount, succeededCount, failedCount } = status;
  const ended = `${formatCount(responsesCount)} (${percentOf({ requests: requestsCount, ended: responsesCount })} %)`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['job', jobId],
    ['operation', BATCH_OPERATIONS.find((operation) => operation.path === path)?.operationId],
    ['state', stateOf(status)],
    ['requests', formatCount(requestsCount)],
    ['ended', `${ended}: ${formatCount(succeededCount)} ok, ${formatCount(failedCount)} failed`],
    ['credits', `${formatCount(status.creditsCharged)} charged, ${formatCount(status.creditsHeld)} held`],
    ['created', day(status.createdAt)],
    ['started', status.startedAt && day(status.startedAt)],
    ['finished', status.finishedAt && day(status.finishedAt)],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(11)}${value}`])).join('\n');
};
