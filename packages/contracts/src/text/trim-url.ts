const LAST_TRIMMED = 0x20;
const isTrimmed = (text: string, at: number): boolean => text.charCodeAt(at) <= LAST_TRIMMED;

/**
 * A URL as browsers take it (WHATWG URL, "basic URL parser"): without C0 controls and spaces at its ends, and without tabs and
 * line breaks anywhere. Its time is linear, whatever stands in it.
 */
export const trimUrl = (sent: string): string => {
  let [from, to] = [0, sent.length];
  while (from < to && isTrimmed(sent, from)) from += 1;
  while (to > from && isTrimmed(sent, to - 1)) to -= 1;
  return sent.slice(from, to).replaceAll(/[\t\n\r]/g, '');
};
