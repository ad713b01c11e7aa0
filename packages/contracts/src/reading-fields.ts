const READING_FIELDS: ReadonlySet<string> = new Set([
  ...['outputFormat', 'includeOnlyTags', 'excludeTags', 'removeBase64Images', 'onlyMainContent'],
  ...['extractRules', 'aiExtractRules', 'extractLinks', 'extractEmails', 'dropLinks', 'dropImages', 'tokenCount'],
  ...['tokenizer', 'chunks'],
]);

/** True for a parameter of pages that concerns how a document is read, not how it is fetched. */
export const isReadingField = (name: string): boolean => READING_FIELDS.has(name);
