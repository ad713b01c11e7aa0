/** Longest wait for a receiver's response. */
export const DELIVERY_TIMEOUT_MS = 10_000;
/** Pauses before the second try, the third and so on. After the last one a delivery is dead. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 18_000_000, 28_800_000,
];
