/** Rows of an export read at once, and characters per write. */
export const EXPORT_PAGE_ROWS = 500;
export const EXPORT_CHUNK_CHARS = 65_536;
/** Stored responses of an export that are read ahead, and the largest file that is held in memory: larger ones are streamed. */
export const EXPORT_ANSWERS_AHEAD = 8;
export const MAX_AHEAD_ANSWER_BYTES = 1_048_576;
/** Bytes of JSON that the chosen columns of one row of a table may have in its stored response; other values than these are not kept. */
export const MAX_TABLE_ROW_BYTES = 8 * 1_048_576;
/** A row group of a Parquet file is written when it has this many rows, or values of this many characters. */
export const PARQUET_GROUP_ROWS = 1_000;
export const PARQUET_GROUP_CHARS = 2 * 1_048_576;
/** Bytes of JSON that the response headers of one page may have in a WARC file; a page with more has none there. */
export const MAX_WARC_HEADER_BYTES = 262_144;
