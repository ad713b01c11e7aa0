interface Container {
  readonly first: string;
  readonly rest: string;
  isStarted: boolean;
}

/** Lines of a markdown document under nested quotes and list items. */
export class BlockOutput {
  private readonly lines: string[] = [];
  private readonly containers: Container[] = [];
  private needsBlank = false;
  private restPrefix = '';

  constructor(private readonly maxDepth: number) {}

  get depth(): number {
    return this.containers.length;
  }

  /** Returns false where the nesting is too deep to be shown; then `close` must not be called. */
  openContainer(first: string, rest: string): boolean {
    if (this.containers.length >= this.maxDepth) return false;
    this.containers.push({ first, rest, isStarted: false });
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

  /** Keeps the next block on the line after the last one. */
  tighten(): void {
    this.needsBlank = false;
  }

  block(text: string): void {
    if (this.needsBlank && this.lines.length > 0) this.lines.push(this.blankPrefix());
    const lines = text.split('\n');
    for (let index = 0; index < lines.length; index += 1) this.line(lines[index] ?? '');
    this.needsBlank = true;
  }

  finish(): string {
    return this.lines.join('\n').trim();
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

  private line(text: string): void {
    let prefix = '';
    if (this.containers.every((container) => container.isStarted)) prefix = this.restPrefix;
    else {
      for (const container of this.containers) {
        prefix += container.isStarted ? container.rest : container.first;
        container.isStarted = true;
      }
    }
    this.lines.push(text === '' ? prefix.trimEnd() : prefix + text);
  }
}
