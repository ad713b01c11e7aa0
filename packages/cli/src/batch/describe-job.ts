import { groupDigits } from '@quarry/contracts';
import { quoteWord, type CommandLine } from '../command-line.js';
import { formatCredits } from '../output/table.js';
import { hasEnded, isCrawl, operationOf, type JobRef, type JobStatus } from './batch-api.js';
import type { Followed } from './follow-jobs.js';
import { formatDuration, percentOf } from './progress/render-progress.js';
import type { RowChoice } from './results/row-sink.js';

/** Maximum jobs listed in a suggested command. */
const MAX_NAMED_JOBS = 5;

/** Where and how results are written. */
export interface OutputChoice extends RowChoice {
  readonly out: string | undefined;
}

/** The command for these jobs: `batch` knows all of them. */
const groupOf = (jobs: readonly JobRef[]): string => (jobs.every(isCrawl) ? 'crawl' : 'batch');

const namesOf = (jobs: readonly JobRef[]): string | undefined =>
  jobs.length <= MAX_NAMED_JOBS ? jobs.map(({ jobId }) => jobId).join(' ') : undefined;

/** The command that resumes after an interrupt; undefined if only the same command does. */
export const commandToResume = (
  commandLine: CommandLine,
  jobs: readonly JobRef[],
  output: OutputChoice,
): string | undefined => {
  const names = namesOf(jobs);
  if (names === undefined) return undefined;
  if (output.out === undefined) return commandLine(`${groupOf(jobs)} follow ${names}`);
  const flags = [
    output.format === 'ndjson' ? '' : ` --format ${output.format}`,
    output.hasAnswers ? ' --answers' : '',
    output.isFailedOnly ? ' --failed' : '',
  ].join('');
  return commandLine(`${groupOf(jobs)} results ${names} --follow --out ${quoteWord(output.out)}${flags}`);
};

export const describeInterrupt = (commandLine: CommandLine, jobs: readonly JobRef[], output: OutputChoice): string => {
  const subject = jobs.length === 1 ? 'Still running.' : `The ${jobs.length} jobs are still running.`;
  const resume = commandToResume(commandLine, jobs, output);
  return resume === undefined
    ? `${subject} Run the same command again to resume.`
    : `${subject} Resume with:\n  ${resume}`;
};

/** How to go on with jobs that were just made. */
export const describeNext = (commandLine: CommandLine, jobs: readonly JobRef[], output: OutputChoice): string => {
  const follow = commandToResume(commandLine, jobs, { ...output, out: undefined });
  const results = commandToResume(commandLine, jobs, { ...output, out: output.out ?? 'results.ndjson' });
  return follow === undefined || results === undefined
    ? 'Run the same command with --follow --out <file> to follow them.\n'
    : `Follow:  ${follow}\nResults: ${results}\n`;
};

const secondsOf = (statuses: readonly JobStatus[]): number | undefined => {
  const began = statuses.map(({ createdAt }) => Date.parse(createdAt));
  const ended = statuses.map(({ finishedAt }) => Date.parse(finishedAt ?? ''));
  const seconds = (Math.max(...ended) - Math.min(...began)) / 1_000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

/** What the targets answered, if any of it was not a success. */
const describeStatuses = ({ targetErrors, targetStatuses }: Followed['progress']): readonly string[] => {
  const lines: string[] = [];
  if (targetErrors > 0) {
    const pages = targetErrors === 1 ? 'is an error page' : 'are error pages';
    lines.push(`  ${groupDigits(targetErrors)} of the ok ones ${pages} of the target (4xx), free of charge`);
  }
  if (targetStatuses.some(({ statusCode }) => statusCode >= 300)) {
    const counts = targetStatuses.map(({ statusCode, count }) => `${groupDigits(count)} × ${statusCode}`);
    lines.push(`  status of the target: ${counts.join(', ')}`);
  }
  return lines;
};

/** The outcome of ended jobs, and the next steps. */
export const describeEnd = (
  commandLine: CommandLine,
  jobs: readonly JobRef[],
  { progress, statuses }: Followed,
  output: OutputChoice,
): string => {
  const { succeeded, failed, creditsCharged, failures } = progress;
  const seconds = secondsOf(statuses);
  const verb = statuses.some(({ status }) => status === 'stopped') ? 'Stopped' : 'Done';
  const names = namesOf(jobs);
  const lines = [
    `${verb}: ${groupDigits(succeeded)} ok, ${groupDigits(failed)} failed, ${formatCredits(creditsCharged)} charged` +
      (seconds === undefined ? '' : `, in ${formatDuration(seconds)}`),
  ];
  lines.push(...describeStatuses(progress));
  const limits = new Set(statuses.flatMap(({ limitsHit = [] }) => limitsHit));
  if (limits.size > 0) lines.push(`  further addresses were left out by ${[...limits].join(', ')}`);
  for (const { reason, count, message, example } of failures) {
    lines.push(`  ${groupDigits(count)} ${reason}: ${message}`);
    if (example !== undefined) lines.push(`    such as ${example}`);
  }
  const results =
    names === undefined ? undefined : commandLine(`${groupOf(jobs)} results ${names} --out results.ndjson`);
  lines.push(`Results:   ${output.out ?? results ?? `the command ${groupOf(jobs)} results, with the id of each job`}`);
  if (failed > 0 && jobs.length === 1 && !jobs.some(isCrawl))
    lines.push(`Try again: ${commandLine(`batch retry-failed ${names} --follow`)}`);
  return lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n');
};

const day = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

const stateOf = ({ status, stopRequestedAt }: JobStatus): string =>
  `${status.replace('_', ' ')}${stopRequestedAt !== undefined && status !== 'stopped' ? ', stopping' : ''}`;

/** A job's status as lines of names and values. */
export const describeStatus = (job: JobRef, status: JobStatus): string => {
  const { requestsCount, responsesCount, succeededCount, failedCount, discoveredCount, limitsHit } = status;
  const percent = ` (${percentOf({ requests: requestsCount, ended: responsesCount })} %)`;
  // While a crawl finds pages, nobody knows how many are to come.
  const ended = `${groupDigits(responsesCount)}${isCrawl(job) && !hasEnded(status) ? '' : percent}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['job', `${job.jobId}${isCrawl(job) ? ', a crawl' : ''}`],
    ['operation', operationOf(job)],
    ['state', stateOf(status)],
    ['requests', groupDigits(requestsCount)],
    ['addresses', discoveredCount === undefined ? undefined : `${groupDigits(discoveredCount)} known`],
    ['left out', limitsHit === undefined ? undefined : `addresses, by ${limitsHit.join(', ')}`],
    ['ended', `${ended}: ${groupDigits(succeededCount)} ok, ${groupDigits(failedCount)} failed`],
    [
      'target 4xx',
      status.targetErrorCount ? `${groupDigits(status.targetErrorCount)} of the ok ones, free` : undefined,
    ],
    ['credits', `${groupDigits(status.creditsCharged)} charged, ${groupDigits(status.creditsHeld)} held`],
    ['created', day(status.createdAt)],
    ['started', status.startedAt && day(status.startedAt)],
    ['finished', status.finishedAt && day(status.finishedAt)],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(11)}${value}`])).join('\n');
};
