import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { FileToWrite, NoteToWrite, WriteReply, WriteRequest, WrittenStats } from './file-writer.js';

/** Times a file is moved again when a removal deletes its folder at the same moment. */
const MOVE_TRIES = 5;
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

/** `isNew`: likely the first file of its folder. */
const move = ({ temporary, path }: FileToWrite, isNew: boolean): void => {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      if (isNew || tryNumber > 1) makeFolderOf(path);
      renameSync(temporary, path);
      return;
    } catch (error) {
      if (!isMissing(error) || tryNumber > MOVE_TRIES) throw error;
    }
  }
};

const write = (file: FileToWrite, isNew: boolean): WrittenStats => {
  const descriptor = openSync(file.temporary, 'wx', FILE_MODE);
  try {
    let stats: WrittenStats;
    try {
      writeFileSync(descriptor, file.body);
      const { ino, mtimeNs, mtimeMs, size } = fstatSync(descriptor, { bigint: true });
      stats = { ino, mtimeNs, mtimeMs, size };
    } finally {
      closeSync(descriptor);
    }
    move(file, isNew);
    return stats;
  } catch (error) {
    rmSync(file.temporary, { force: true });
    throw error;
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
