import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { OutputFormat } from '@quarry/contracts';
import { causeOf } from '../error-cause.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { CALL_TIMEOUT_MS, describeCredits } from './call-operation.js';
import { describeStranger, failureOf, parseJson } from './fleet-error.js';
import { callFleet } from './http-client.js';

const FILE_TIMEOUT_MS = 60_000;

export interface ScrapeInput {
  readonly url: string;
  /** Further parameters; the other fields of this input win. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Those that are printed. */
  readonly formats: readonly OutputFormat[];
  /** True: the caller's choice, which wins over `params`. */
  readonly isFormatGiven: boolean;
  /** True: take one and print its URL. A path: also save it there. */
  readonly screenshot: boolean | string;
  readonly hasLinks: boolean;
  readonly hasEmails: boolean;
  /** Undefined: the fleet decides. */
  readonly isRendered: boolean | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Print the whole response as JSON. */
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

/** Parameters of `scrape/web` that are options of the command. */
interface WebFlags {
  readonly outputFormat?: readonly OutputFormat[];
  readonly screenshot?: true;
  readonly extractLinks?: true;
  readonly extractEmails?: true;
  readonly jsRendering?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const flagsOf = (input: ScrapeInput): WebFlags => ({
  ...(input.isFormatGiven ? { outputFormat: input.formats } : {}),
  ...(input.screenshot === false ? {} : { screenshot: true }),
  ...(input.hasLinks ? { extractLinks: true } : {}),
  ...(input.hasEmails ? { extractEmails: true } : {}),
  ...(input.isRendered === undefined ? {} : { jsRendering: input.isRendered }),
  ...(Object.keys(input.headers).length > 0 ? { headers: input.headers } : {}),
});

const requestBody = (input: ScrapeInput): string =>
  JSON.stringify({ outputFormat: input.formats, ...input.params, url: input.url, ...flagsOf(input) });

const describeStatus = ({ statusCode, statusText }: Answer): string[] =>
  statusCode === undefined || statusCode < 400 ? [] : [`the page returned ${statusCode} ${statusText ?? ''}`.trimEnd()];

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
  if (!answer.screenshot) return { note: 'the response has no screenshot', isSaved: false };
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
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const failure = failureOf(input.baseUrl, answered);
  if (answered.outcome === 'unreachable') return failure ?? fail(describeStranger(input.baseUrl));
  if (failure) return input.isJson ? { ...failure, out: answered.body.toString('utf8') } : failure;
  const parsed = answerSchema.safeParse(parseJson(answered.body));
  if (!parsed.success) return fail(describeStranger(input.baseUrl));
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
