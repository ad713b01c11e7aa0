import type { OperationBody } from '@quarry/contracts';
import { normalizeText } from '@quarry/html';

/** What is known of a picture among results. */
export interface ImageFields {
  readonly title?: string | undefined;
  readonly link?: string | undefined;
  readonly source?: string | undefined;
  readonly thumbnail?: string | undefined;
  readonly original?: string | undefined;
  /** In pixels, of the original. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A picture of the response; what is not known is absent. */
export type ImageItem = OperationBody<'enginea/images'>['imagesResults'][number];

const lineOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : normalizeText(text));

/** Numbers the pictures; one with neither page nor original is left out. */
export const toImageItems = (found: readonly ImageFields[]): ImageItem[] =>
  found
    .filter(({ link, original }) => link !== undefined || original !== undefined)
    .map(({ title, source, width, height, link, thumbnail, original }, index) => {
      const fields: ImageItem = {
        position: index + 1,
        title: lineOf(title),
        link,
        source: lineOf(source),
        thumbnail,
        original,
        originalWidth: width,
        originalHeight: height,
      };
      // safe because only what is undefined or empty is left out, and all such fields are optional
      return Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
      ) as ImageItem;
    });
