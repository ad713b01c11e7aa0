/** Why nothing of a document is read. */
export type OfficeRefusalReason =
  | 'damaged'
  | 'encrypted'
  | 'too costly to read'
  | 'too large when unpacked'
  | 'with too many parts'
  | 'without text';

/** Ends the reading of a document of which nothing can be shown. */
export class OfficeRefusal extends Error {
  constructor(readonly reason: OfficeRefusalReason) {
    super(reason);
  }
}
