import type { Logger } from '@quarry/observability';
import type { Visitor } from '../sessions/visitors.js';

export interface ActionSubject {
  readonly accountId?: string;
  readonly queue?: string;
  readonly credits?: number;
}

/** Writes down what an operator is about to do, before it is done: a step that fails half-way is in the log too. */
export const createActionLog =
  (log: Logger) =>
  ({ user }: Pick<Visitor, 'user'>, action: string, subject: ActionSubject = {}): void =>
    log.info('operator action', { action, userId: user.userId, ...subject });
