/** How often a replica looks for schedules that are due, and how many it takes at once. */
export const SCHEDULE_TICK_MS = 1_000;
export const SCHEDULES_AT_ONCE = 20;
/** How long a replica has a schedule to itself. Longer than any step takes, so that no two work on one. */
export const SCHEDULE_LEASE_MS = 60_000;
/** A run that begins later than this was missed. */
export const MISSED_AFTER_MS = 120_000;
/** How long a run that is refused for a moment, such as by a full queue, is tried again. */
export const START_PATIENCE_MS = 600_000;
/** How often an open run is looked at: at first, later, and the share of its age in between. */
export const LOOK_MIN_MS = 1_000;
export const LOOK_MAX_MS = 30_000;
export const LOOK_SHARE = 0.1;

/** Largest stored response that is compared. */
export const MAX_COMPARED_ANSWER_BYTES = 8 * 1_048_576;
/** Tracked content of one run, bytes of JSON; what is beyond is left out of the comparison, and the change says so. */
export const MAX_TRACKED_BYTES = 262_144;
/** A diff of markdown, bytes. */
export const MAX_DIFF_BYTES = 16_384;
/** Lines that two versions may differ by; beyond it the whole page counts as replaced. */
export const MAX_DIFF_EDITS = 2_000;
/** Fields' values and links of a change that are shown, and the characters of each. */
export const MAX_SHOWN_LINKS = 100;
export const MAX_SHOWN_CHARS = 500;
/** Characters of a record's part of a snapshot. */
export const SNAPSHOT_PART_CHARS = 60_000;

/** A change's title in a feed, and its text. */
export const FEED_TEXT_CHARS = 4_000;

/** How long runs and what they are compared with are kept after they were written: longer than the longest interval. */
export const RUN_LIFE_MS = 400 * 86_400_000;
