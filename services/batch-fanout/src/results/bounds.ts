/** How often jobs whose results are to be delivered are looked for. */
export const DELIVERY_POLL_MS = 2_000;
/** Deliveries of one process at once, of one account at most one. Each holds a few parts of 8 MiB. */
export const MAX_DELIVERIES = 2;
/** Tickets that are read at once, and in one pass. */
export const TICKET_PAGE_ROWS = 100;
export const MAX_TICKETS_OF_PASS = 5_000;
/** How long a try counts as running after its last sign, and how often it gives one. */
export const TRY_LEASE_MS = 120_000;
export const TRY_RENEW_MS = 30_000;
/** Pauses between tries; the last one is repeated until the results are no longer kept. */
export const DELIVERY_PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000] as const;
/** A ticket of this age without a job or a delivery was left behind by a submission that failed. */
export const LEFT_TICKET_MS = 3_600_000;
/** Largest file of the file store; this service writes none. */
export const MAX_FILE_BYTES = 512 * 1_048_576;
