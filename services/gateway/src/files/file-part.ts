const PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;

/** Whether a part of a path may be one of a stored file's. */
export const isFilePart = (part: string): boolean => PART.test(part);
