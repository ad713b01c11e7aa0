import { z } from 'zod';

/** Exits that one process reports on; a deployment has a template per exit, so a handful. */
export const MAX_REPORTED_EXITS = 200;
const text = z.string().max(128);
const count = z.int().min(0);

/** An exit that is not used now: by no site until `untilMs`, or not by `sites` of them. */
const restingExitSchema = z.object({
  /** Pool and place among its templates, such as `residential:0`; `direct` is the machine's own address. Never an address. */
  exit: text,
  untilMs: z.number().optional(),
  sites: count,
});

/** What a process tells operators of itself. Fields that a newer release adds are dropped. */
export const processBeatSchema = z.object({
  service: text,
  host: text,
  pid: count,
  startedAtMs: z.number(),
  /** Digest of the code that runs, so that an old process among new ones is seen. */
  build: text,
  memoryBytes: count,
  /** Jobs that run, and that may run at once; workers alone. */
  activeJobs: count.optional(),
  slots: count.optional(),
  pagesOpen: count.optional(),
  /** Pools without a template are left out. */
  exits: z.array(text).max(MAX_REPORTED_EXITS).optional(),
  restingExits: z.array(restingExitSchema).max(MAX_REPORTED_EXITS).optional(),
});
export type ProcessBeat = z.infer<typeof processBeatSchema>;
export type RestingExit = z.infer<typeof restingExitSchema>;

/** How an attempt through an exit ended: its page was served, the target refused it, or the exit itself failed. */
export const EXIT_OUTCOMES = ['served', 'blocked', 'failed'] as const;
export type ExitOutcome = (typeof EXIT_OUTCOMES)[number];

export interface ExitCount {
  readonly exit: string;
  readonly outcome: ExitOutcome;
  readonly count: number;
}
