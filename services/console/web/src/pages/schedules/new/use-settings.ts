import { useState } from 'react';
import type { MissedRuns } from '../../../api/schedules.js';
import { CRONS, ownTimeZone, type TimingDraft } from './timing-draft.js';
import { NO_TRACKING, type TrackingDraft } from './tracking-draft.js';

export interface Settings {
  readonly name: string;
  readonly missedRuns: MissedRuns;
  readonly tracking: TrackingDraft;
}

/** What a new schedule says beside its target; kept when another target is chosen. */
export const useSettings = () => {
  const [settings, setSettings] = useState<Settings>({ name: '', missedRuns: 'runOnce', tracking: NO_TRACKING });
  const [timing, setTiming] = useState<TimingDraft>(() => ({
    ...{ kind: 'cron', cron: CRONS[1]?.cron ?? '', every: '6', unit: 'hours', timeZone: ownTimeZone() },
  }));
  return { settings, setSettings, timing, setTiming };
};
