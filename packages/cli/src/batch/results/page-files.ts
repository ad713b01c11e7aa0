import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainObject } from '@quarry/contracts';
import type { ResultRow } from '../batch-api.js';
import type { FleetSession } from '../fleet-session.js';
import { readAnswers } from './read-answers.js';

/** In the folder: a line of JSON for each result, with the name of its file. */
export const INDEX_FILE = 'index.ndjson';

/** What a page is written from, and the ending of its file; of several the first. */
const CONTENTS = [
  ['markdown', '.md'],
  ['text', '.txt'],
  ['content', '.html'],
] as const;
const JSON_ENDING = '.json';
const ENDINGS: readonly string[] = [...CONTENTS.map(([, ending]) => ending), JSON_ENDING];

const MAX_NAME_CHARS = 100;
const MAX_FOLDERS = 16;
const HASH_CHARS = 8;

/** Letters, digits and what no file system takes amiss; never a hidden file or the folder above. */
const toName = (text: string): string =>
  text
    .replace(/[^\w.~%-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_NAME_CHARS) || '_';

/** A folder never has a name that a file may have. */
const toFolder = (text: string): string => {
  const name = toName(text);
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)) ? `${name}_` : name;
};

/** The name of a page's file by its address, without its ending: `example.com/guide/install`. */
export const fileBaseOf = (address: string): string => {
  if (!URL.canParse(address)) return toName(address);
  const { host, pathname, search } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = pathname.endsWith('/') ? 'index' : (parts.pop() ?? 'index');
  const folders = [host, ...parts].slice(0, MAX_FOLDERS).map(toFolder);
  return [...folders, toName(`${last}${search}`)].join('/');
};

const contentOf = (answer: unknown): { readonly ending: string; readonly text: string } => {
  const members = isPlainObject(answer) ? answer : {};
  for (const [field, ending] of CONTENTS) {
    const text = members[field];
    if (typeof text === 'string') return { ending, text };
  }
  return { ending: JSON_ENDING, text: `${JSON.stringify(answer, null, 2)}\n` };
};

const addressOf = ({ query, result }: ResultRow): string => {
  const url = isPlainObject(query) ? query['url'] : undefined;
  return typeof url === 'string' ? url : result.id;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);

/** Writes a file for each page that was read, below one folder. */
export class PageFiles {
  /** In small letters: not every file system tells them apart. */
  readonly #taken = new Set<string>();

  private constructor(
    private readonly session: FleetSession,
    private readonly folder: string,
  ) {}

  /** Rejects with the system's error. */
  static async open(session: FleetSession, folder: string): Promise<PageFiles> {
    await mkdir(folder, { recursive: true });
    return new PageFiles(session, folder);
  }

  /** The id of the result of a line of the index; undefined if it is none. */
  idOfLine(line: string): string | undefined {
    try {
      // safe because both fields are checked before use
      const { result, file } = JSON.parse(line) as { result?: { id?: unknown }; file?: unknown };
      if (typeof file === 'string') this.#taken.add(file.toLowerCase());
      return typeof result?.id === 'string' ? result.id : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes the files of rows; returns the lines of the index, each once its file is written. */
  async *write(rows: readonly ResultRow[]): AsyncGenerator<string> {
    for await (const { answer, ...row } of readAnswers(this.session, rows)) {
      const file = isPlainObject(answer) ? await this.#writePage(addressOf(row), answer) : undefined;
      yield `${JSON.stringify({ ...row, file })}\n`;
    }
  }

  async #writePage(address: string, answer: unknown): Promise<string> {
    const { ending, text } = contentOf(answer);
    const name = this.#freeName(fileBaseOf(address), ending, address);
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return name;
  }

  /** Addresses that differ in what a name cannot have still have files of their own. */
  #freeName(base: string, ending: string, address: string): string {
    const wanted = `${base}${ending}`;
    const name = this.#taken.has(wanted.toLowerCase()) ? `${base}-${hashOf(address)}${ending}` : wanted;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
