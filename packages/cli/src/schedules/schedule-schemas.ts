import { z } from 'zod';

const text = z.string().optional();
const count = z.number();

export const scheduleSchema = z.looseObject({
  id: z.string(),
  name: text,
  state: z.string(),
  cron: text,
  intervalSeconds: count.optional(),
  timeZone: text,
  target: z.looseObject({ type: text, operation: text, params: z.looseObject({ url: text }).optional() }),
  missedRuns: text,
  changeTracking: z
    .looseObject({
      fields: z.array(z.string()).optional(),
      markdown: z.boolean().optional(),
      links: z.boolean().optional(),
    })
    .optional(),
  webhook: z.looseObject({ url: z.string() }).optional(),
  createdAt: text,
  nextRuns: z.array(z.string()),
  changesUrl: text,
});
export type Schedule = z.infer<typeof scheduleSchema>;

const runSchema = z.looseObject({
  dueAt: z.string(),
  status: z.string(),
  requestId: text,
  jobId: text,
  error: text,
  message: text,
  creditsCharged: count,
  change: z.looseObject({ status: z.string(), message: text, added: count, removed: count, changed: count }).optional(),
});
export type ScheduleRun = z.infer<typeof runSchema>;

export const detailsSchema = scheduleSchema.extend({ runs: z.array(runSchema) });
export type ScheduleDetails = z.infer<typeof detailsSchema>;

export const deletedSchema = z.looseObject({ id: z.string() });
export const linkSchema = z.looseObject({ url: z.string(), expiresAt: z.string() });
