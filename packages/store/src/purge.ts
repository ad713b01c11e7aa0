/** What one bounded purge did. */
export interface Purge<Removed> {
  /** By this call alone: of several at once each row goes to one. */
  readonly removed: Removed;
  /** It found as much as it may remove, whoever removed it then, so that the next may find more at once. */
  readonly hasMore: boolean;
}
