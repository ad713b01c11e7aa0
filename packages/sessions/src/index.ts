export type { SessionExit } from './jar.js';
export {
  createSessions,
  type OpenedSession,
  type OpenSession,
  type Sessions,
  type SessionSummary,
} from './sessions.js';
