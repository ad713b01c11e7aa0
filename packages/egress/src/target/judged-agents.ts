import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { portOf } from './closed-ports.js';
import { createGuardedLookup, type Resolver } from './guarded-lookup.js';
import type { TargetRefusal, TargetRule } from './target-rule.js';

/** Connections of one use at once; further requests wait for one. */
export const MAX_JUDGED_SOCKETS = 8;

export type JudgedAgents =
  | {
      readonly isAllowed: true;
      readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
      /** Ends every connection. */
      close(): void;
    }
  | { readonly isAllowed: false; readonly reason: TargetRefusal };

/**
 * Agents for a library that makes its own HTTP requests to an address that a caller named: they dial under the target rule,
 * judged and pinned at connect, as for webhooks. They are for `url` alone: a literal address is judged here.
 */
export const openJudgedAgents = (
  url: string,
  { rule, resolver }: { readonly rule: TargetRule; readonly resolver?: Resolver | undefined },
): JudgedAgents => {
  const judgement = rule.judgeUrl(url);
  if (!judgement.isAllowed) return judgement;
  const lookup = createGuardedLookup({ rule, resolver }).forPort(portOf(new URL(url)));
  const options: AgentOptions = { keepAlive: true, maxSockets: MAX_JUDGED_SOCKETS, lookup };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    isAllowed: true,
    agents,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
