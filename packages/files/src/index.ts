export type * from './port.js';
export {
  BUNDLE_EXTENSION,
  BundleRefusedError,
  MAX_BUNDLE_BYTES,
  MAX_BUNDLE_PARTS,
  writeBundle,
  type BundlePart,
} from './bundle.js';
export { contentTypeOf } from './content-type.js';
export { FileTooLargeError, InvalidFileKeyError, isFileKey } from './file-key.js';
export { findStored, type StoredFile } from './find-stored.js';
export { openFiles, type FilesOptions } from './open-files.js';
export { openDiskFiles, type DiskFilesOptions } from './open-disk-files.js';
export { FileServerError } from './s3/file-server-error.js';
export type { BucketTarget, BucketWriter, BucketWriterOptions } from './s3/bucket-writer.js';
export { openBucketWriter } from './open-bucket-writer.js';
