import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { FileToWrite, NoteToWrite, WriteReply, WriteRequest, WrittenStats } from './file-writer.js';

/** Times a file is written again when a removal deletes its folder at the same moment. */
const WRITE_TRIES = 5;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const makeFolderOf = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
};

const note = ({ log, line }: NoteToWrite): void => {
  try {
    appendFileSync(log, line, { mode: FILE_MODE });
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeFolderOf(log);
    appendFileSync(log, line, { mode: FILE_MODE });
  }
};

const writeOnce = ({ temporary, path, body }: FileToWrite): WrittenStats => {
  const descriptor = openSync(temporary, 'wx', FILE_MODE);
  try {
    let stats: WrittenStats;
    try {
      const pieces = typeof body === 'string' || ArrayBuffer.isView(body) ? [body] : body;
      for (const piece of pieces) writeFileSync(descriptor, piece);
      const { ino, mtimeNs, mtimeMs, size } = fstatSync(descriptor, { bigint: true });
      stats = { ino, mtimeNs, mtimeMs, size };
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    return stats;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/** `isNew`: likely the first file of its folder. */
const write = (file: FileToWrite, isNew: boolean): WrittenStats => {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      if (isNew || tryNumber > 1) makeFolderOf(file.path);
      return writeOnce(file);
    } catch (error) {
      // The folder was removed, with what was written into it.
      if (!isMissing(error) || tryNumber > WRITE_TRIES) throw error;
    }
  }
};

const answer = ({ id, noted, file }: WriteRequest): WriteReply => {
  try {
    // Before the file: no file may be stored that no sweep will find.
    if (noted) note(noted);
    return file ? { id, stats: write(file, noted !== undefined) } : { id };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { id, failure: code === undefined ? { message } : { message, code } };
  }
};

parentPort?.on('message', (requests: readonly WriteRequest[]) => parentPort?.postMessage(requests.map(answer)));
