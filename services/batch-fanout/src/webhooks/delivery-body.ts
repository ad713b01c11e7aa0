import { BATCH_ROUTES } from '@quarry/contracts';
import type { WebhookDelivery } from '@quarry/store';

const resultsUrlOf = ({ data, jobId }: WebhookDelivery, baseUrl: string): string | undefined => {
  const route = BATCH_ROUTES.find(({ kind, operationId }) => kind === 'results' && operationId === data['operation']);
  return route && `${baseUrl}${route.path.replace(':jobId', jobId)}`;
};

/** The body that is signed and sent: made of the row alone, so that every try brings the same bytes. */
export const deliveryBody = (delivery: WebhookDelivery, baseUrl: string): string => {
  const resultsUrl = resultsUrlOf(delivery, baseUrl);
  return JSON.stringify({
    type: delivery.event,
    timestamp: new Date(delivery.createdAtMs).toISOString(),
    data: { ...delivery.data, ...(resultsUrl === undefined ? {} : { resultsUrl }) },
  });
};
