export type * from './port.js';
export { contentTypeOf } from './content-type.js';
export { FileTooLargeError, InvalidFileKeyError } from './file-key.js';
export { openDiskFiles, type DiskFilesOptions } from './open-disk-files.js';
