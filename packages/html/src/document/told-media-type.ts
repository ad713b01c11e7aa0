import { essenceOf } from './media-type.js';

/** Subtypes that targets send, by their top level. */
const KNOWN: Readonly<Record<string, string>> = {
  application:
    'atom+xml epub+zip gzip java-archive javascript json ld+json manifest+json msword octet-stream ogg pdf postscript ' +
    'problem+json rss+xml rtf sql vnd.android.package-archive vnd.apple.mpegurl vnd.ms-excel vnd.ms-fontobject ' +
    'vnd.ms-powerpoint vnd.oasis.opendocument.text vnd.openxmlformats-officedocument.presentationml.presentation ' +
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet vnd.openxmlformats-officedocument.wordprocessingml.document ' +
    'vnd.rar wasm x-7z-compressed x-bzip2 x-ndjson x-rar-compressed x-shockwave-flash x-tar x-www-form-urlencoded ' +
    'x-zip-compressed xhtml+xml xml yaml zip zstd',
  audio: 'aac flac midi mp4 mpeg ogg wav webm x-wav',
  font: 'collection otf ttf woff woff2',
  image: 'apng avif bmp gif heic heif jpeg jxl png svg+xml tiff vnd.microsoft.icon webp x-icon',
  model: 'gltf+json gltf-binary obj stl',
  multipart: 'byteranges form-data mixed x-mixed-replace',
  text: 'calendar css csv event-stream html javascript markdown plain tab-separated-values vcard vtt x-component xml',
  video: 'mp2t mp4 mpeg ogg quicktime webm x-flv x-matroska x-msvideo',
};

const TYPES: ReadonlySet<string> = new Set(
  Object.entries(KNOWN).flatMap(([top, subtypes]) => subtypes.split(' ').map((subtype) => `${top}/${subtype}`)),
);

/**
 * A media type as an error message may name it: one of the usual names, or the kind alone, such as `image`. A header can say
 * anything, and a free error must not contain the target's own words.
 */
export const toldMediaType = (contentType: string | undefined): string => {
  const essence = essenceOf(contentType);
  if (essence === undefined) return 'unknown';
  if (TYPES.has(essence)) return essence;
  const [top = ''] = essence.split('/', 1);
  return Object.hasOwn(KNOWN, top) ? `${top}/...` : 'unknown';
};
