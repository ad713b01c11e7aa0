import { callOptionsOf, type Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import { NO_WEBHOOK_SECRET } from './secret-headers.js';

export const UNFIT_RECEIVER: Violation = {
  field: 'webhook.url',
  rule: 'forbidden',
  message: 'webhook.url may not be called. Use a public http or https URL.',
};

export const NO_RECEIVERS: Violation = {
  field: 'webhook',
  rule: 'prohibited',
  message: `webhook is not allowed. ${NO_WEBHOOK_SECRET}`,
};

/** Refuses the receiver of a call's event where the deployment cannot sign it, or its address may not be called. */
export const judgeReceiver = (
  { targets, hasWebhooks }: { readonly targets: TargetRule; readonly hasWebhooks: boolean },
  params: Readonly<Record<string, unknown>>,
): readonly Violation[] => {
  const { webhookUrl } = callOptionsOf(params);
  if (webhookUrl === undefined) return [];
  if (!hasWebhooks) return [NO_RECEIVERS];
  return targets.judgeUrl(webhookUrl).isAllowed ? [] : [UNFIT_RECEIVER];
};
