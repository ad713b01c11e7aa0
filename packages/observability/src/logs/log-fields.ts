/**
 * What a value may be, and how it is written:
 * `text` redacted and bounded; `list` texts, each as `text`; `number`, `bytes` and `duration` (milliseconds) finite numbers;
 * `flag` true or false; `host` the host of an address and its port, never its path or query; `error` name, code, message, a
 * bounded stack and causes, and nothing else that an error may carry.
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

/** What the logger itself writes; no call may set these. */
export const LINE_FIELDS = {
  time: { kind: 'text', meaning: 'When, in UTC as ISO 8601.' },
  level: { kind: 'text', meaning: '`error`, `warn`, `info` or `debug`.' },
  service: { kind: 'text', meaning: 'Which service wrote the line.' },
  message: { kind: 'text', meaning: 'What happened.' },
  droppedFields: {
    kind: 'list',
    meaning: 'Names of fields that have no place in a log, or held another kind of value.',
  },
  isTruncated: { kind: 'flag', meaning: 'The line was too long: its fields are gone.' },
} as const satisfies Record<string, LogFieldDefinition>;

/** Every field that a line may have beside those of `LINE_FIELDS`. What is not named here is never written. */
export const LOG_FIELDS = {
  accountId: { kind: 'text', meaning: 'The account that is served.' },
  attempt: { kind: 'number', meaning: 'Which attempt at a request, from 1.' },
  attempts: { kind: 'number', meaning: 'Tries at a webhook so far.' },
  browserBytes: { kind: 'bytes', meaning: 'Chromium is replaced above it.' },
  clientRequestId: { kind: 'text', meaning: "The caller's own id of a request, as it was sent." },
  connection: { kind: 'text', meaning: 'Which of the connections to Redis.' },
  contexts: { kind: 'number', meaning: 'Pages at once in Chromium.' },
  convertHeapMb: { kind: 'number', meaning: 'Heap of one conversion thread, in MiB.' },
  deliveryId: { kind: 'text', meaning: 'The delivery of a webhook.' },
  durationMs: { kind: 'duration', meaning: 'From the first byte of a request to the end of its answer.' },
  error: { kind: 'error', meaning: 'What went wrong: `name`, `code`, `message`, `stack`, `cause`.' },
  event: { kind: 'text', meaning: 'What a webhook tells of.' },
  failedCount: { kind: 'number', meaning: 'How many of the steps failed, or of the accounts.' },
  graceMs: { kind: 'duration', meaning: 'How long a process had to close.' },
  healthPort: { kind: 'number', meaning: 'Private port of health and metrics.' },
  host: { kind: 'host', meaning: 'Where the gateway listens, or who receives a webhook.' },
  isAborted: { kind: 'flag', meaning: 'The caller left before its answer was whole.' },
  isCut: { kind: 'flag', meaning: 'The list of ads was too long and was read in part.' },
  jobId: { kind: 'text', meaning: 'A batch.' },
  lane: { kind: 'text', meaning: '`interactive` or `batch`.' },
  limitBytes: { kind: 'bytes', meaning: 'Memory that the process and its children may use.' },
  limitSource: { kind: 'text', meaning: 'What bounds the memory: `cgroup`, `setting` or `machine`.' },
  method: { kind: 'text', meaning: 'HTTP method of a call to the API.' },
  nextAttemptAtMs: { kind: 'number', meaning: 'When a webhook is tried again, in epoch milliseconds.' },
  notReady: { kind: 'list', meaning: 'Parts that do not answer, each with why.' },
  operation: { kind: 'text', meaning: 'The operation, such as `scrape/web`.' },
  pauseBytes: { kind: 'bytes', meaning: 'New jobs wait while more memory is in use.' },
  port: { kind: 'number', meaning: 'Port of the API.' },
  queue: { kind: 'text', meaning: 'The queue.' },
  queueJobId: { kind: 'text', meaning: 'A job in the queue; it bears the id of its request.' },
  reason: { kind: 'text', meaning: 'Why, in the words of the part that says so.' },
  requestId: { kind: 'text', meaning: 'The request, or the item of a batch.' },
  result: { kind: 'text', meaning: 'What became of a webhook: `delivered`, `failed`, `dead` or `late`.' },
  resumeBytes: { kind: 'bytes', meaning: 'Jobs are taken again below it.' },
  route: { kind: 'text', meaning: "The API's route, as the contract has it; never the path that was sent." },
  rulesSkipped: { kind: 'number', meaning: 'Rules of the list of ads that are of no use here.' },
  rulesTaken: { kind: 'number', meaning: 'Rules of the list of ads that apply.' },
  silentMs: { kind: 'duration', meaning: 'How long the event loop has stood still.' },
  slots: { kind: 'number', meaning: 'Jobs at once.' },
  spanId: { kind: 'text', meaning: 'The span of the trace, as W3C trace context has it.' },
  status: { kind: 'number', meaning: 'HTTP status of an answer of ours, or of the receiver of a webhook.' },
  task: { kind: 'text', meaning: 'A task of the sweeper.' },
  traceId: { kind: 'text', meaning: 'The trace, as W3C trace context has it.' },
  usedBytes: { kind: 'bytes', meaning: 'Memory in use by the process and its children.' },
} as const satisfies Record<string, LogFieldDefinition>;

export type LogFieldName = keyof typeof LOG_FIELDS;

/** What a line may tell, each name with the kind of value that it has in `LOG_FIELDS`. */
export type LogFields = {
  readonly [Name in LogFieldName]?: LogValues[(typeof LOG_FIELDS)[Name]['kind']] | undefined;
};

/** Also of spread and of passed-on objects the compiler takes only those without a field that is not named. */
export type OnlyNamed<Fields> = Fields & { readonly [Name in Exclude<keyof Fields, LogFieldName>]: never };
