/** Characters that are looked at for the place of an error; beyond them it is not told. */
export const JSON_FAULT_MAX_CHARS = 262_144;

const DUE = {
  value: 'a value',
  valueOrEnd: 'a value or ]',
  name: 'a name in double quotes',
  nameOrEnd: 'a name in double quotes or }',
  colon: 'a colon',
  commaOrBrace: 'a comma or }',
  commaOrBracket: 'a comma or ]',
  quote: 'a closing double quote',
  escape: 'an escape such as \\n instead of this character',
  nothing: 'nothing more',
} as const;
type Due = (typeof DUE)[keyof typeof DUE];

/** Where a text stops being JSON, and what should stand there. */
interface Fault {
  readonly at: number;
  readonly due: Due;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACES = /[ \t\n\r]*/y;
const FIRST_PRINTABLE = 0x20;

/** Looks for the first place where a text is not JSON; linear, without recursion. */
class FaultScan {
  #at = 0;
  #due: Due = DUE.value;
  readonly #open: ('{' | '[')[] = [];

  constructor(private readonly text: string) {}

  find(): Fault | undefined {
    for (;;) {
      this.#pass(SPACES);
      const char = this.text[this.#at];
      if (char === undefined && this.#due === DUE.nothing) return undefined;
      if (char === undefined || !this.#take(char)) return { at: this.#at, due: this.#due };
    }
  }

  #pass(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #take(char: string): boolean {
    switch (this.#due) {
      case DUE.valueOrEnd:
        return char === ']' ? this.#close() : this.#takeValue(char);
      case DUE.value:
        return this.#takeValue(char);
      case DUE.nameOrEnd:
        return char === '}' ? this.#close() : this.#takeName(char);
      case DUE.name:
        return this.#takeName(char);
      case DUE.colon:
        return char === ':' && this.#step(DUE.value);
      case DUE.commaOrBrace:
        return char === '}' ? this.#close() : char === ',' && this.#step(DUE.name);
      case DUE.commaOrBracket:
        return char === ']' ? this.#close() : char === ',' && this.#step(DUE.value);
      default:
        return false;
    }
  }

  /** Passes one character. */
  #step(due: Due): true {
    this.#at += 1;
    this.#due = due;
    return true;
  }

  #close(): true {
    this.#open.pop();
    return this.#step(this.#afterValue());
  }

  #afterValue(): Due {
    const open = this.#open.at(-1);
    if (open === undefined) return DUE.nothing;
    return open === '{' ? DUE.commaOrBrace : DUE.commaOrBracket;
  }

  #takeName(char: string): boolean {
    if (char !== '"' || !this.#takeText()) return false;
    this.#due = DUE.colon;
    return true;
  }

  #takeValue(char: string): boolean {
    if (char === '{' || char === '[') {
      this.#open.push(char);
      return this.#step(char === '{' ? DUE.nameOrEnd : DUE.valueOrEnd);
    }
    const isTaken = char === '"' ? this.#takeText() : this.#pass(NUMBER) || this.#pass(WORD);
    if (isTaken) this.#due = this.#afterValue();
    return isTaken;
  }

  #takeText(): boolean {
    this.#at += 1;
    for (;;) {
      const char = this.text[this.#at];
      if (char === '"') {
        this.#at += 1;
        return true;
      }
      const isPlain = char !== undefined && char !== '\\' && char.charCodeAt(0) >= FIRST_PRINTABLE;
      if (isPlain) this.#at += 1;
      else if (char !== '\\' || !this.#pass(ESCAPE)) {
        this.#due = char === undefined ? DUE.quote : DUE.escape;
        return false;
      }
    }
  }
}

const foundAt = (text: string, at: number): string => {
  const char = text.slice(at, at + 1);
  if (char === '') return 'the end';
  return /[!-~]/.test(char) ? char : 'another character';
};

/**
 * Says where a text that is not JSON goes wrong, by line and column from 1: "line 2, column 5: expected a value, found }".
 * `before`: what stands before the text in the whole body. Undefined for JSON, and for an error beyond the bound.
 */
export const describeJsonFault = (text: string, before = ''): string | undefined => {
  const looked = text.slice(0, JSON_FAULT_MAX_CHARS);
  const fault = new FaultScan(looked).find();
  if (fault === undefined || (fault.at >= looked.length && looked.length < text.length)) return undefined;
  const lines = `${before}${looked.slice(0, fault.at)}`.split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `line ${lines.length}, column ${column}: expected ${fault.due}, found ${foundAt(looked, fault.at)}`;
};
