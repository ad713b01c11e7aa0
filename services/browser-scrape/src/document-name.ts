const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['text/csv', 'csv'],
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

/** File name of the fetched document; an unknown type is stored as `.bin`, so that nothing is executed when it is opened. */
export const documentName = (mediaType: string): string => `document.${EXTENSIONS.get(mediaType) ?? 'bin'}`;
