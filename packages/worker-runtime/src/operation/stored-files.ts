import { randomBytes } from 'node:crypto';
import { writeBundle, type BundlePart, type FileStore, type WholeBody } from '@quarry/files';
import { SPANS, withinSpan } from '@quarry/observability';

export interface FileScope {
  readonly accountId: string;
  readonly requestId: string;
}

/** A span of its own for each file. */
const withinFile = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  withinSpan(SPANS.file, { attributes: { 'quarry.file': name } }, work);

/**
 * The files that one attempt has written. Their names contain a token of the attempt, so that two attempts of one request never
 * overwrite each other and a losing attempt can remove exactly its own.
 */
export class StoredFiles {
  readonly #token = randomBytes(4).toString('hex');
  readonly #names: string[] = [];
  #sizeBytes = 0;

  constructor(
    private readonly files: FileStore,
    private readonly filesUrl: string,
    private readonly scope: FileScope,
  ) {}

  /** Of all files that were put and not discarded. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  nameFor(name: string): string {
    const dot = name.lastIndexOf('.');
    return dot < 0 ? `${name}-${this.#token}` : `${name.slice(0, dot)}-${this.#token}${name.slice(dot)}`;
  }

  urlOf(storedName: string): string {
    return `${this.filesUrl}/${this.scope.accountId}/${this.scope.requestId}/${storedName}`;
  }

  /** Returns the stored name. Pieces are handed over. */
  async put(name: string, body: WholeBody): Promise<string> {
    const storedName = this.nameFor(name);
    this.#names.push(storedName);
    const { sizeBytes } = await withinFile(name, () => this.files.put({ ...this.scope, name: storedName }, body));
    this.#sizeBytes += sizeBytes;
    return storedName;
  }

  /** Returns the URLs of the parts, in order. */
  async putBundle(name: string, parts: readonly BundlePart[]): Promise<string[]> {
    const storedName = this.nameFor(name);
    this.#names.push(storedName);
    const key = { ...this.scope, name: storedName };
    const partNames = await withinFile(name, () => writeBundle(this.files, key, parts));
    this.#sizeBytes += parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    return partNames.map((partName) => this.urlOf(partName));
  }

  async discard(): Promise<void> {
    const names = this.#names.splice(0);
    this.#sizeBytes = 0;
    await Promise.all(names.map((name) => this.files.remove({ ...this.scope, name })));
  }
}
