import winston from 'winston';
import { currentRequestContext } from './request-context.js';
import { redactText, redactValue } from './redact.js';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Longest line in characters; a longer one loses its fields, never its message, time or request id. */
export const MAX_LOG_LINE_CHARS = 16_384;

type LogFields = Readonly<Record<string, unknown>>;
type LogMethod = (message: string, fields?: LogFields) => void;

/** One JSON line per call: time, level, service, message, the request's context, then the redacted fields. */
export type Logger = Readonly<Record<LogLevel, LogMethod>>;

export interface LoggerOptions {
  /** Such as `gateway`; stands in every line. */
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly stream?: NodeJS.WritableStream;
}

const MESSAGE = Symbol.for('message');

const toLine = (service: string, level: string, message: string, fields: LogFields | undefined): string => {
  const head = {
    time: new Date().toISOString(),
    level,
    service,
    message: redactText(message),
    ...currentRequestContext(),
  };
  if (fields === undefined) return JSON.stringify(head);
  const safe = redactValue(fields) as LogFields;
  const line = JSON.stringify({ ...safe, ...head });
  return line.length <= MAX_LOG_LINE_CHARS ? line : JSON.stringify({ ...head, isTruncated: true });
};

/** A winston logger behind the small `Logger` interface. Never throws and never logs a key, cookie, authorization or body. */
export const createLogger = (options: LoggerOptions): Logger => {
  const logger = winston.createLogger({
    level: options.level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    format: winston.format((info) => {
      const fields = info['fields'] as LogFields | undefined;
      info[MESSAGE] = toLine(options.service, info.level, String(info.message), fields);
      return info;
    })(),
    transports: [new winston.transports.Stream({ stream: options.stream ?? process.stdout, eol: '\n' })],
  });
  const method =
    (level: LogLevel): LogMethod =>
    (message, fields) => {
      if (logger.isLevelEnabled(level)) logger.log({ level, message, fields });
    };
  return { error: method('error'), warn: method('warn'), info: method('info'), debug: method('debug') };
};
