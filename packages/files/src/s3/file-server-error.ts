/** What the file server said, or how the way to it ended, in one word: `AccessDenied`, `ECONNREFUSED`, `TimeoutError`. */
type FileServerCode = string;

/** Codes of a missing file or upload; a missing bucket is another matter. */
const MISSING_CODES = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);
/** Answers below 500 that another try may turn. */
const PASSING_CODES = new Set(['RequestTimeout', 'SlowDown', 'RequestTimeTooSkewed', 'TooManyRequests']);
const NOT_IMPLEMENTED = 501;
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;

/**
 * The S3 server refused or did not answer. Carries nothing of the server's own error, which may hold keys and signed
 * headers.
 */
export class FileServerError extends Error {
  override readonly name = 'FileServerError';

  constructor(
    readonly operation: string,
    readonly code: FileServerCode,
    /** Undefined when no answer came. */
    readonly httpStatus?: number,
  ) {
    const answer = httpStatus === undefined ? code : `${httpStatus} ${code}`;
    super(
      httpStatus === undefined
        ? `The file server could not be asked for ${operation}: ${answer}.`
        : `The file server refused ${operation}: ${answer}.`,
    );
  }

  /** Another try may succeed: no answer, or one that speaks of load or of a fault inside. */
  get isTransient(): boolean {
    if (this.httpStatus === undefined || PASSING_CODES.has(this.code)) return true;
    return this.httpStatus === 429 || (this.httpStatus >= 500 && this.httpStatus !== NOT_IMPLEMENTED);
  }

  /** The server does not know what it was asked. */
  get isNotImplemented(): boolean {
    return this.httpStatus === NOT_IMPLEMENTED;
  }

  get isMissingFile(): boolean {
    return MISSING_CODES.has(this.code);
  }

  /** A condition of the call did not hold: somebody else was first. */
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

/** Null for a file that is not there; any other failure is thrown. */
export const nullWhenMissing = (error: unknown): null => {
  if (error instanceof FileServerError && error.isMissingFile) return null;
  throw error;
};
