/** Letters and digits of a text alone, in lower case: for comparing texts that differ in marks and white space. */
export const squash = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
