import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { OutputFormat } from '@quarry/contracts';
import { causeOf } from '../error-cause.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatCount } from '../table.js';
import { describeError, parseJson } from './fleet-error.js';
import { callFleet } from './http-client.js';

/** A little more than the longest life of a request, so that the fleet's own answer comes first. */
const SCRAPE_TIMEOUT_MS = 310_000;
const FILE_TIMEOUT_MS = 60_000;

export interface ScrapeInput {
  readonly url: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly formats: readonly OutputFormat[];
  /** True: ask for one and print its address. A text: also save it there. */
  readonly screenshot: boolean | string;
  readonly hasLinks: boolean;
  readonly hasEmails: boolean;
  /** Undefined: the fleet decides. */
  readonly isRendered: boolean | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole answer as JSON. */
  readonly isJson: boolean;
}

const answerSchema = z.looseObject({
  content: z.string().optional(),
  markdown: z.string().optional(),
  text: z.string().optional(),
  json: z.unknown().optional(),
  links: z.array(z.string()).optional(),
  emails: z.array(z.string()).optional(),
  screenshot: z.string().optional(),
  statusCode: z.number().optional(),
  statusText: z.string().optional(),
});
type Answer = z.infer<typeof answerSchema>;

const requestBody = (input: ScrapeInput): string =>
  JSON.stringify({
    url: input.url,
    outputFormat: input.formats,
    ...(input.screenshot === false ? {} : { screenshot: true }),
    ...(input.hasLinks ? { extractLinks: true } : {}),
    ...(input.hasEmails ? { extractEmails: true } : {}),
    ...(input.isRendered === undefined ? {} : { jsRendering: input.isRendered }),
    ...(Object.keys(input.headers).length > 0 ? { headers: input.headers } : {}),
  });

const unreachable = (baseUrl: string, reason: string): Outcome =>
  fail(`No answer from ${baseUrl} (${reason}). Start a fleet with npm start, or name another one with --base-url.`);

const describeCredits = (headers: Readonly<Record<string, string>>): string => {
  const charged = Number(headers['x-credits-charged'] ?? 0);
  const remaining = headers['x-credits-remaining'];
  const left = remaining === undefined ? '' : `, ${formatCount(Number(remaining))} left`;
  return `${formatCount(charged)} ${charged === 1 ? 'credit' : 'credits'} charged${left}`;
};

const describeStatus = ({ statusCode, statusText }: Answer): string[] =>
  statusCode === undefined || statusCode < 400 ? [] : [`the page answered ${statusCode} ${statusText ?? ''}`.trimEnd()];

const contentOf = (answer: Answer, format: OutputFormat): string => {
  if (format === 'json') return JSON.stringify(answer.json ?? null, null, 2);
  return (format === 'html' ? answer.content : answer[format]) ?? '';
};

const renderContent = (answer: Answer, input: ScrapeInput): string => {
  const blocks: { title: string; body: string }[] = input.formats.map((format) => ({
    title: format,
    body: contentOf(answer, format),
  }));
  if (input.hasLinks) blocks.push({ title: 'links', body: (answer.links ?? []).join('\n') });
  if (input.hasEmails) blocks.push({ title: 'emails', body: (answer.emails ?? []).join('\n') });
  const [only] = blocks;
  if (blocks.length === 1 && only) return only.body;
  return blocks.map(({ title, body }) => `--- ${title} ---\n${body.trimEnd()}\n`).join('\n');
};

const saveScreenshot = async (answer: Answer, input: ScrapeInput): Promise<{ note: string; isSaved: boolean }> => {
  if (!answer.screenshot) return { note: 'the answer has no screenshot', isSaved: false };
  if (typeof input.screenshot !== 'string') return { note: `screenshot: ${answer.screenshot}`, isSaved: true };
  const file = await callFleet({
    url: answer.screenshot,
    method: 'GET',
    headers: { 'x-api-key': input.apiKey },
    timeoutMs: FILE_TIMEOUT_MS,
  });
  if (file.outcome === 'unreachable' || file.status !== 200) {
    return { note: `the screenshot could not be fetched from ${answer.screenshot}`, isSaved: false };
  }
  try {
    await writeFile(input.screenshot, file.body);
  } catch (error) {
    return { note: `the screenshot could not be written to ${input.screenshot} (${causeOf(error)})`, isSaved: false };
  }
  return { note: `screenshot: ${input.screenshot}`, isSaved: true };
};

/** Scrapes one page through a running fleet. */
export const scrape = async (input: ScrapeInput): Promise<Outcome> => {
  const answered = await callFleet({
    url: `${input.baseUrl}/scrape/web`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': input.apiKey },
    body: requestBody(input),
    timeoutMs: SCRAPE_TIMEOUT_MS,
  });
  if (answered.outcome === 'unreachable') return unreachable(input.baseUrl, answered.reason);
  if (answered.status !== 200) {
    const failed = fail(describeError(answered.status, answered.body));
    return input.isJson ? { ...failed, out: answered.body.toString('utf8') } : failed;
  }
  const parsed = answerSchema.safeParse(parseJson(answered.body));
  if (!parsed.success) return fail(`${input.baseUrl} did not answer as a Quarry fleet does. Is the base URL right?`);
  const notes = [...describeStatus(parsed.data), describeCredits(answered.headers)];
  let exitCode: 0 | 1 = 0;
  if (input.screenshot !== false) {
    const { note, isSaved } = await saveScreenshot(parsed.data, input);
    notes.unshift(note);
    if (!isSaved) exitCode = 1;
  }
  const outcome = input.isJson
    ? succeedWithJson(parsed.data, notes.join('\n'))
    : succeed(renderContent(parsed.data, input), notes.join('\n'));
  return { ...outcome, exitCode };
};
