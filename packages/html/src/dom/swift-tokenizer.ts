import { Tokenizer } from 'htmlparser2';

const LT = 60;
const AMP = 38;

/** What the library keeps to itself of its tokenizer: where it stands, and the two steps that most characters of a page take. */
interface TokenizerSteps {
  /** Of the character that the step is at. */
  index: number;
  readonly offset: number;
  readonly buffer: string;
  stateText(code: number): void;
  handleInAttributeValue(code: number, quote: number): void;
}

/** Goes on to just before the next `one` or `&`: whatever stands between changes nothing in these states. */
const skipTo = (steps: TokenizerSteps, one: number): void => {
  const { buffer, offset } = steps;
  const end = buffer.length;
  let at = steps.index - offset + 1;
  while (at < end) {
    const code = buffer.charCodeAt(at);
    if (code === one || code === AMP) break;
    at += 1;
  }
  steps.index = offset + at - 1;
};

/**
 * The library's tokenizer, less one turn of its state machine for each character of texts and attribute values, which is
 * most of a page and most of what it costs to read. It gives the same tokens; where a version of the library has no such steps
 * it is the library's alone.
 */
export class SwiftTokenizer extends Tokenizer {}

// safe because each step is looked for before it is used
const { stateText, handleInAttributeValue } = Tokenizer.prototype as unknown as Partial<TokenizerSteps>;

/** Whether the installed version has the steps that are taken faster. */
export const HAS_SWIFT_STEPS = stateText !== undefined && handleInAttributeValue !== undefined;

if (stateText && handleInAttributeValue) {
  Object.defineProperties(SwiftTokenizer.prototype, {
    stateText: {
      value(this: TokenizerSteps, code: number): void {
        if (code === LT || code === AMP) stateText.call(this, code);
        else skipTo(this, LT);
      },
    },
    handleInAttributeValue: {
      value(this: TokenizerSteps, code: number, quote: number): void {
        if (code === quote || code === AMP) handleInAttributeValue.call(this, code, quote);
        else skipTo(this, quote);
      },
    },
  });
}
