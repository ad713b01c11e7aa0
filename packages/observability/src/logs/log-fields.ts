/**
 * What a value may be, and how it is written:
 * `text` redacted and bounded; `list` texts, each as `text`; `number`, `bytes` and `duration` (milliseconds) finite numbers;
 * `flag` true or false; `host` the host of an address and its port, never its path or query; `error` name, code, message, a
 * bounded stack and causes, no other properties.
 */
interface LogValues {
  readonly text: string;
  readonly list: readonly string[];
  readonly number: number;
  readonly bytes: number;
  readonly duration: number;
  readonly flag: boolean;
  readonly host: string;
  readonly error: unknown;
}

export type LogKind = keyof LogValues;

interface LogFieldDefinition {
  readonly kind: LogKind;
  readonly meaning: string;
}

/** Fields that the logger itself writes; no call may set these. */
export const LINE_FIELDS = {
  time: { kind: 'text', meaning: 'Time in UTC, as ISO 8601.' },
  level: { kind: 'text', meaning: '`error`, `warn`, `info` or `debug`.' },
  service: { kind: 'text', meaning: 'Which service wrote the line.' },
  message: { kind: 'text', meaning: 'What happened.' },
  droppedFields: {
    kind: 'list',
    meaning: 'Names of fields that are not allowed in a log, or had a value of another kind.',
  },
  isTruncated: { kind: 'flag', meaning: 'The line was too long and lost its fields.' },
} as const satisfies Record<string, LogFieldDefinition>;

/** Every other field that a line may have. A field not named here is never written. */
export const LOG_FIELDS = {
  accountId: { kind: 'text', meaning: 'The account.' },
  action: { kind: 'text', meaning: 'What an operator does in the console.' },
  alert: { kind: 'text', meaning: 'Kind of an alert.' },
  alertSource: { kind: 'text', meaning: 'What looked for an alert.' },
  attempt: { kind: 'number', meaning: 'Number of the attempt at a request, from 1.' },
  attempts: { kind: 'number', meaning: 'Attempts at a webhook so far.' },
  browserBytes: { kind: 'bytes', meaning: 'Chromium is replaced above this memory use.' },
  clientRequestId: { kind: 'text', meaning: "The caller's own request id, as sent." },
  connection: { kind: 'text', meaning: 'Name of the connection to Redis.' },
  contexts: { kind: 'number', meaning: 'Pages at once in Chromium.' },
  convertHeapMb: { kind: 'number', meaning: 'Heap of one conversion thread, in MiB.' },
  credits: { kind: 'number', meaning: 'Credits charged for a request.' },
  deliveryId: { kind: 'text', meaning: 'The delivery of a webhook.' },
  durationMs: {
    kind: 'duration',
    meaning:
      'From the first byte of a call to the end of its response; of an ended request, from its admission or hand-over.',
  },
  error: { kind: 'error', meaning: 'What went wrong: `name`, `code`, `message`, `stack`, `cause`.' },
  event: { kind: 'text', meaning: 'Event of a webhook.' },
  failedCount: { kind: 'number', meaning: 'Number of steps or accounts that failed.' },
  graceMs: { kind: 'duration', meaning: 'Time that a process had to close.' },
  healthPort: { kind: 'number', meaning: 'Private port of health and metrics.' },
  host: { kind: 'host', meaning: 'Where the gateway listens, who receives a webhook, or the target of a request.' },
  isAborted: { kind: 'flag', meaning: 'The caller disconnected before the response was complete.' },
  isCut: { kind: 'flag', meaning: 'The ad list was too long and was read in part.' },
  jobId: { kind: 'text', meaning: 'A batch.' },
  lane: { kind: 'text', meaning: '`interactive` or `batch`.' },
  limitBytes: { kind: 'bytes', meaning: 'Memory that the process and its children may use.' },
  limitSource: { kind: 'text', meaning: 'What limits the memory: `cgroup`, `setting` or `machine`.' },
  method: { kind: 'text', meaning: 'HTTP method of a call to the API.' },
  nextAttemptAtMs: { kind: 'number', meaning: 'When a webhook is retried, in epoch milliseconds.' },
  notReady: { kind: 'list', meaning: 'Parts that do not respond, each with the reason.' },
  operation: { kind: 'text', meaning: 'The operation, such as `scrape/web`.' },
  pauseBytes: { kind: 'bytes', meaning: 'New jobs wait while more memory is in use.' },
  port: { kind: 'number', meaning: 'Port of the API.' },
  queue: { kind: 'text', meaning: 'The queue.' },
  queueJobId: { kind: 'text', meaning: 'A job in the queue; its id contains the id of its request.' },
  reason: { kind: 'text', meaning: 'The reason, in the words of the part that reports it.' },
  requestId: { kind: 'text', meaning: 'The request, or the item of a batch.' },
  result: { kind: 'text', meaning: 'Result of a webhook: `delivered`, `failed`, `dead` or `late`.' },
  resumeBytes: { kind: 'bytes', meaning: 'Jobs are taken again below this memory use.' },
  route: { kind: 'text', meaning: "The API's route as in the contract; never the path that was sent." },
  rulesSkipped: { kind: 'number', meaning: 'Rules of the ad list that do not apply here.' },
  rulesTaken: { kind: 'number', meaning: 'Rules of the ad list that apply.' },
  scheduleId: { kind: 'text', meaning: 'A schedule.' },
  shownRequestId: { kind: 'text', meaning: 'The request whose stored page an operator opened.' },
  silentMs: { kind: 'duration', meaning: 'How long the event loop has been blocked.' },
  slots: { kind: 'number', meaning: 'Number of jobs at once.' },
  spanId: { kind: 'text', meaning: 'Id of the span, as in W3C trace context.' },
  status: { kind: 'number', meaning: 'HTTP status of our response, or of the response of a webhook receiver.' },
  task: { kind: 'text', meaning: 'A task of the sweeper.' },
  tier: { kind: 'text', meaning: 'What served a request, or was tried last: `http` or `browser`.' },
  traceId: { kind: 'text', meaning: 'Id of the trace, as in W3C trace context.' },
  usedBytes: { kind: 'bytes', meaning: 'Memory in use by the process and its children.' },
  userId: { kind: 'text', meaning: 'A user of the console.' },
  verdict: { kind: 'text', meaning: 'What came of a request, as in the table of verdicts.' },
} as const satisfies Record<string, LogFieldDefinition>;

export type LogFieldName = keyof typeof LOG_FIELDS;

/** The fields of a line, each with the kind of value that `LOG_FIELDS` states. */
export type LogFields = {
  readonly [Name in LogFieldName]?: LogValues[(typeof LOG_FIELDS)[Name]['kind']] | undefined;
};

/** Makes the compiler refuse unnamed fields also in spread and passed-on objects. */
export type OnlyNamed<Fields> = Fields & { readonly [Name in Exclude<keyof Fields, LogFieldName>]: never };
