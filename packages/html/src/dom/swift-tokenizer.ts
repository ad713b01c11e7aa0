import { Tokenizer } from 'htmlparser2';

const LT = 60;
const AMP = 38;

/** Private parts of the library's tokenizer: its position, and the three steps that most characters of a page take. */
interface TokenizerSteps {
  /** Of the current character. */
  index: number;
  readonly offset: number;
  readonly buffer: string;
  stateText(code: number): void;
  handleInAttributeValue(code: number, quote: number): void;
  /** In scripts, styles and comments: goes to the next such character, or to the last one and returns false. */
  fastForwardTo(code: number): boolean;
}

/** Skips to just before the next `one` or `&`: nothing between them changes these states. */
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

/** By a search of the engine's own, which looks at many characters at once. */
const forwardTo = (steps: TokenizerSteps, code: number): boolean => {
  const { buffer, offset } = steps;
  const at = buffer.indexOf(String.fromCharCode(code), steps.index - offset + 1);
  steps.index = offset + (at < 0 ? buffer.length - 1 : at);
  return at >= 0;
};

/**
 * The library's tokenizer without one step of its state machine for each character of texts and attribute values, which are
 * most of a page and most of its cost. It gives the same tokens. Where a version of the library does not have these steps,
 * it is the library's tokenizer unchanged.
 */
export class SwiftTokenizer extends Tokenizer {}

// safe because each step is looked for before it is used
const { stateText, handleInAttributeValue, fastForwardTo } = Tokenizer.prototype as unknown as Partial<TokenizerSteps>;

/** Whether the installed version has the steps that this class skips. */
export const HAS_SWIFT_STEPS =
  stateText !== undefined && handleInAttributeValue !== undefined && fastForwardTo !== undefined;

if (stateText && handleInAttributeValue && fastForwardTo) {
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
    fastForwardTo: {
      value(this: TokenizerSteps, code: number): boolean {
        return forwardTo(this, code);
      },
    },
  });
}
