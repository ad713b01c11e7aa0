import winston from 'winston';
import type { LogFields, OnlyNamed } from './log-fields.js';
import { redactText } from './redact.js';
import { renderFields } from './render-fields.js';
import { currentRequestContext } from './request-context.js';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Longest line in characters; a longer one is written without its fields, but with message, time and request id. */
export const MAX_LOG_LINE_CHARS = 16_384;

type LogMethod = <Fields extends LogFields>(message: string, fields?: OnlyNamed<Fields>) => void;

/** Writes one JSON line per call: time, level, service, message, the request's context, and only fields of `LOG_FIELDS`. */
export type Logger = Readonly<Record<LogLevel, LogMethod>>;

export interface LoggerOptions {
  /** Such as `gateway`; written in every line. */
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly stream?: NodeJS.WritableStream;
}

const MESSAGE = Symbol.for('message');

const toLine = (service: string, level: string, message: string, fields: object | undefined): string => {
  const head = {
    time: new Date().toISOString(),
    level,
    service,
    message: redactText(message),
    ...renderFields(currentRequestContext() ?? {}),
  };
  if (fields === undefined) return JSON.stringify(head);
  const line = JSON.stringify({ ...head, ...renderFields(fields), ...head });
  return line.length <= MAX_LOG_LINE_CHARS ? line : JSON.stringify({ ...head, isTruncated: true });
};

/** A winston logger. Never throws, and never writes a field that `LOG_FIELDS` does not name. */
export const createLogger = (options: LoggerOptions): Logger => {
  const stream = options.stream ?? process.stdout;
  // A line that cannot be written, as on a full disk, is lost; the process continues.
  stream.on('error', () => undefined);
  const logger = winston.createLogger({
    level: options.level,
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    format: winston.format((info) => {
      const fields = info['fields'] as object | undefined;
      info[MESSAGE] = toLine(options.service, info.level, String(info.message), fields);
      return info;
    })(),
    transports: [new winston.transports.Stream({ stream, eol: '\n' })],
  });
  const method =
    (level: LogLevel): LogMethod =>
    (message, fields) => {
      if (logger.isLevelEnabled(level)) logger.log({ level, message, fields });
    };
  return { error: method('error'), warn: method('warn'), info: method('info'), debug: method('debug') };
};
