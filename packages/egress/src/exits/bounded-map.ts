/** A map that forgets what was least recently read or written once it is full. */
export class BoundedMap<V> {
  private readonly entries = new Map<string, V>();

  constructor(
    private readonly maxEntries: number,
    /** Told of each value that is no longer kept, replaced ones included. */
    private readonly onGone: (value: V) => void = () => undefined,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.maxEntries) this.dropOldest();
  }

  delete(key: string): void {
    const value = this.entries.get(key);
    if (this.entries.delete(key) && value !== undefined) this.onGone(value);
  }

  dropOldest(): void {
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.delete(oldest);
  }
}
