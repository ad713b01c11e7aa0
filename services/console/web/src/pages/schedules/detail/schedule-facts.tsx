import type { ChangeTracking, ScheduleView } from '../../../api/schedules.js';
import { KeyValue } from '../../../ui/data/key-value.js';
import { Time } from '../../../ui/time.js';
import { MISSED_RUNS, targetWords, timingWords } from '../schedule-words.js';
import styles from './schedule-facts.module.css';

const trackingWords = ({ fields = [], markdown = false, links = false }: ChangeTracking): string =>
  [...(markdown ? ['text of the page'] : []), ...(links ? ['links of the page'] : []), ...fields].join(', ');

/** What a schedule says, but for the parameters of its target. */
export function ScheduleFacts({ schedule }: { readonly schedule: ScheduleView }) {
  const { id, cron, timeZone, target, missedRuns, changeTracking, webhook, createdAt } = schedule;
  const missed = MISSED_RUNS.find(({ value }) => value === missedRuns)?.label ?? missedRuns;
  return (
    <KeyValue
      items={[
        ['Id', <code key="id">{id}</code>],
        [
          'Runs',
          target.type === 'crawl' ? targetWords(target.type) : `${targetWords(target.type)} of ${target.operation}`,
        ],
        ['When', cron === undefined ? timingWords(schedule) : <code key="cron">{cron}</code>],
        ['Time zone', cron === undefined ? undefined : timeZone],
        ['Missed runs', missed],
        [
          'Compares',
          changeTracking === undefined ? (
            'nothing'
          ) : (
            <span key="compares" className={styles['long']}>
              {trackingWords(changeTracking)}
            </span>
          ),
        ],
        [
          'Webhook',
          webhook && (
            <span key="webhook" className={styles['long']}>
              {webhook.url}
            </span>
          ),
        ],
        ['Made', <Time key="made" at={createdAt} isExact />],
      ]}
    />
  );
}
