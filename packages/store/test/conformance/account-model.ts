import type { Period, RequestState } from '../../src/port.js';
import { DAY_MS, DEADLINE_MS } from './store-scene.js';

interface ModelRequest {
  state: RequestState;
  attempt: number;
  readonly held: number;
  charged: number;
  readonly period: number;
  readonly deadlineAtMs: number;
}

type ModelPeriod = Pick<Period, 'granted' | 'charged' | 'held' | 'expired' | 'available'>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const PERIOD_MS = 30 * DAY_MS;

/** One account in memory, as the port describes it; the store is checked against it step by step. */
export class AccountModel {
  readonly requests = new Map<string, ModelRequest>();
  readonly periods: Writable<ModelPeriod>[] = [];
  private readonly createdAtMs: number;
  private readonly credits: number;

  constructor(createdAtMs: number, credits: number) {
    this.createdAtMs = createdAtMs;
    this.credits = credits;
    this.openPeriod();
  }

  /** The period the credits are held in; undefined when it has too few. */
  takeHold(credits: number, nowMs: number): number | undefined {
    this.roll(nowMs);
    const period = this.current();
    if (period.available < credits) return undefined;
    period.available -= credits;
    period.held += credits;
    return this.periods.length - 1;
  }

  /** Ends a hold or a part of one; what is not charged goes back, or expires with its period. */
  endHold(index: number, held: number, charged: number, nowMs: number): void {
    this.roll(nowMs);
    const period = this.periods[index];
    if (!period) throw new Error(`There is no period ${index}.`);
    period.held -= held;
    period.charged += charged;
    if (index === this.periods.length - 1) period.available += held - charged;
    else period.expired += held - charged;
  }

  admit(id: string, credits: number, nowMs: number): string {
    this.roll(nowMs);
    if (this.requests.has(id)) return 'duplicate';
    const period = this.takeHold(credits, nowMs);
    if (period === undefined) return 'credits_exhausted';
    const deadlineAtMs = nowMs + DEADLINE_MS;
    this.requests.set(id, { state: 'open', attempt: 1, held: credits, charged: 0, period, deadlineAtMs });
    return 'admitted';
  }

  canBegin(id: string, attempt: number, nowMs: number): boolean {
    const request = this.requests.get(id);
    return request?.state === 'open' && request.attempt === attempt && nowMs < request.deadlineAtMs;
  }

  nextAttempt(id: string, attempt: number): number | null {
    const request = this.requests.get(id);
    if (request?.state !== 'open' || request.attempt !== attempt) return null;
    request.attempt += 1;
    return request.attempt;
  }

  /** Whether this call was the one that ended the request. */
  finish(id: string, state: RequestState, charged: number, attempt: number | undefined, nowMs: number): boolean {
    const request = this.requests.get(id);
    if (!request) return false;
    this.roll(nowMs);
    if (request.state !== 'open' || (attempt !== undefined && attempt !== request.attempt)) return false;
    request.state = state;
    request.charged = charged;
    this.endHold(request.period, request.held, charged, nowMs);
    return true;
  }

  sweep(graceMs: number, nowMs: number): string[] {
    const overdue = [...this.requests].filter(
      ([, request]) => request.state === 'open' && request.deadlineAtMs < nowMs - graceMs,
    );
    return overdue.map(([id]) => id).filter((id) => this.finish(id, 'expired', 0, undefined, nowMs));
  }

  roll(nowMs: number): void {
    while (nowMs >= this.createdAtMs + this.periods.length * PERIOD_MS) {
      const ended = this.current();
      ended.expired += ended.available;
      ended.available = 0;
      this.openPeriod();
    }
  }

  private openPeriod(): void {
    this.periods.push({ granted: this.credits, charged: 0, held: 0, expired: 0, available: this.credits });
  }

  private current(): Writable<ModelPeriod> {
    const period = this.periods.at(-1);
    if (!period) throw new Error('An account always has a period.');
    return period;
  }
}
