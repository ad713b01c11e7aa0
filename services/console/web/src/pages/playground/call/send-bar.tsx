import { useEffect, useState } from 'react';
import { formatDuration, plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { PlayIcon, StopIcon } from '../../../ui/icons.js';
import type { CallState } from './use-call.js';
import type { Price } from './use-price.js';
import styles from './send-bar.module.css';

const TICK_MS = 200;

function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="numeric">{formatDuration(Math.max(0, nowMs - sinceMs))}</span>;
}

export interface SendBarProps {
  readonly state: CallState;
  readonly price: Price | undefined;
  /** False while the price is about parameters that have changed since. */
  readonly isCurrent: boolean;
  readonly priceText: string;
  readonly isAllowed: boolean;
  readonly onCancel: () => void;
}

/** What the call may cost, and the way to send it or to stop it. */
export function SendBar({ state, price, isCurrent, priceText, isAllowed, onCancel }: SendBarProps) {
  const isRunning = state.kind === 'running';
  const maxCredits = price?.maxCredits ?? undefined;
  return (
    <div className={styles['bar']}>
      <p className={styles['price']} data-stale={!isCurrent || undefined}>
        {maxCredits === undefined ? (
          <span className="muted">{priceText}</span>
        ) : (
          <>
            At most <strong>{plural(maxCredits, 'credit')}</strong>
            <span className="muted">, failures are free</span>
          </>
        )}
      </p>
      {/* One button for both, so that the focus stays; a click that cancels must not submit as well. */}
      <Button
        type="submit"
        variant={isRunning ? 'secondary' : 'primary'}
        icon={isRunning ? <StopIcon /> : <PlayIcon />}
        disabled={!isAllowed}
        onClick={(event) => {
          if (!isRunning) return;
          event.preventDefault();
          onCancel();
        }}
      >
        {isRunning ? (
          <>
            Cancel · <Elapsed sinceMs={state.startedAtMs} />
          </>
        ) : (
          'Send'
        )}
      </Button>
    </div>
  );
}
