import { openApiDocument, type ReferenceInput } from './open-api-document.js';
import { openReferenceAssets, type ReferenceAssets, type ReferenceFolders } from './reference-assets.js';
import { renderLlmsFullText } from './llms-full-text.js';
import { renderLlmsText } from './llms-text.js';
import { referencePage, type ReferencePage } from './reference-page.js';

/** What the gateway shows without a key. Each part is made when it is first asked for: a start pays for none of them. */
export interface Documentation {
  readonly openApiText: () => string;
  readonly llmsText: () => string;
  readonly llmsFullText: () => string;
  readonly page: () => ReferencePage;
  readonly assets: () => ReferenceAssets;
}

const once = <T extends object | string>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export const createDocumentation = (input: ReferenceInput, folders: ReferenceFolders): Documentation => {
  const assets = once(() => openReferenceAssets(folders));
  const prefix = new URL(input.baseUrl).pathname.replace(/\/$/, '');
  return {
    openApiText: once(() => JSON.stringify(openApiDocument(input))),
    llmsText: once(() => renderLlmsText(input)),
    llmsFullText: once(() => renderLlmsFullText(input, folders.guides)),
    page: () => referencePage(prefix, assets().path),
    assets,
  };
};
