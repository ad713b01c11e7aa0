/** The file server's error code, or the network's: `AccessDenied`, `ECONNREFUSED`, `TimeoutError`. */
type FileServerCode = string;

/** Codes of a missing file or upload, not of a missing bucket. */
const MISSING_CODES = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);
/** Codes below 500 for which another try may succeed. */
const PASSING_CODES = new Set(['RequestTimeout', 'SlowDown', 'RequestTimeTooSkewed', 'TooManyRequests']);
const NOT_IMPLEMENTED = 501;
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;

/**
 * The S3 server refused a call or did not respond. Holds nothing else of the server's error, which may contain keys and
 * signed headers.
 */
export class FileServerError extends Error {
  override readonly name = 'FileServerError';

  constructor(
    readonly operation: string,
    readonly code: FileServerCode,
    /** Undefined when there was no response. */
    readonly httpStatus?: number,
  ) {
    const answer = httpStatus === undefined ? code : `${httpStatus} ${code}`;
    super(
      httpStatus === undefined
        ? `The file server could not be asked for ${operation}: ${answer}.`
        : `The file server refused ${operation}: ${answer}.`,
    );
  }

  /** Another try may succeed: there was no response, or one that reports load or an internal error. */
  get isTransient(): boolean {
    if (this.httpStatus === undefined || PASSING_CODES.has(this.code)) return true;
    return this.httpStatus === 429 || (this.httpStatus >= 500 && this.httpStatus !== NOT_IMPLEMENTED);
  }

  /** The server does not support the call. */
  get isNotImplemented(): boolean {
    return this.httpStatus === NOT_IMPLEMENTED;
  }

  get isMissingFile(): boolean {
    return MISSING_CODES.has(this.code);
  }

  /** A condition of the call was not met: another process was first. */
  get isConditionFailed(): boolean {
    return this.httpStatus === 412 || this.httpStatus === 409;
  }
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const codeOf = (cause: unknown): FileServerCode => {
  // Network errors have a code, the server's refusals a name.
  const said = propertyOf(cause, 'code') ?? propertyOf(cause, 'name');
  return typeof said === 'string' && CODE.test(said) ? said : 'UnknownError';
};

export const toFileServerError = (operation: string, cause: unknown): FileServerError => {
  if (cause instanceof FileServerError) return cause;
  const status = propertyOf(propertyOf(cause, '$metadata'), 'httpStatusCode');
  return new FileServerError(operation, codeOf(cause), typeof status === 'number' ? status : undefined);
};

/** Null for a file that does not exist; any other failure is thrown. */
export const nullWhenMissing = (error: unknown): null => {
  if (error instanceof FileServerError && error.isMissingFile) return null;
  throw error;
};
