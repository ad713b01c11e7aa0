interface Container {
  readonly first: string;
  readonly rest: string;
  /** Its mark means nothing to what starts with a mark of its own, which then goes without. */
  readonly isForText: boolean;
  isStarted: boolean;
}

/** Spaces that do not break are text: one may precede what would be a mark at the start of a line. */
const trimLines = (text: string): string => {
  let start = 0;
  while (text[start] === '\n') start += 1;
  let end = text.length;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === ' ')) end -= 1;
  return text.slice(start, end);
};

/** Lines of a markdown document under nested quotes and list items. */
export class BlockOutput {
  private readonly lines: string[] = [];
  private readonly containers: Container[] = [];
  private needsBlank = false;
  private isAfterText = false;
  /** Containers around the last block. */
  private lastDepth = 0;
  private restPrefix = '';

  constructor(private readonly maxDepth: number) {}

  /** Nested as deeply as can be shown. */
  get isFull(): boolean {
    return this.containers.length >= this.maxDepth;
  }

  /** Returns false where the nesting is too deep to be shown; then `close` must not be called. */
  openContainer(first: string, rest: string, isForText = false): boolean {
    if (this.isFull) return false;
    // Without a mark there is nothing to start.
    this.containers.push({ first, rest, isForText, isStarted: first.trim() === '' });
    this.restPrefix += rest;
    return true;
  }

  closeContainer(): void {
    const container = this.containers.pop();
    if (!container) return;
    this.restPrefix = this.restPrefix.slice(0, this.restPrefix.length - container.rest.length);
  }

  /** Ends a list: what follows is set apart. */
  endGroup(): void {
    if (this.lines.length > 0) this.needsBlank = true;
  }

  /**
   * Keeps the next block on the line after the last one, where that one is in all open containers. `endsText`: the
   * next one's mark ends a paragraph directly before it.
   */
  tighten(endsText: boolean): void {
    if (!endsText && this.isAfterText && this.lastDepth <= this.containers.length) return;
    if (this.containers.every((container) => container.isStarted)) this.needsBlank = false;
  }

  /** `isText`: a paragraph, nothing that starts with a mark. */
  block(text: string, isText = false): void {
    const isSetApart = !(
      isText &&
      this.isAfterText &&
      this.containers.at(-1)?.isForText &&
      !this.containers.at(-1)?.isStarted
    );
    if (this.needsBlank && isSetApart && this.lines.length > 0) this.lines.push(this.blankPrefix());
    const lines = text.split('\n');
    for (let index = 0; index < lines.length; index += 1) this.line(lines[index] ?? '', isText);
    this.needsBlank = true;
    this.isAfterText = isText;
    this.lastDepth = this.containers.length;
  }

  finish(): string {
    return trimLines(this.lines.join('\n'));
  }

  /** A blank line keeps the quotes that both of its neighbours share. */
  private blankPrefix(): string {
    let prefix = '';
    for (const container of this.containers) {
      if (!container.isStarted) break;
      prefix += container.rest;
    }
    return prefix.trimEnd();
  }

  private line(text: string, isText: boolean): void {
    let prefix = '';
    if (this.containers.every((container) => container.isStarted)) prefix = this.restPrefix;
    else {
      const lastMark = this.containers.findLastIndex(({ isForText }) => !isForText);
      for (const [index, container] of this.containers.entries()) {
        const isMarked = !container.isStarted && (!container.isForText || (isText && index > lastMark));
        prefix += isMarked ? container.first : container.rest;
        container.isStarted = true;
      }
    }
    this.lines.push(text === '' ? prefix.trimEnd() : prefix + text);
  }
}
