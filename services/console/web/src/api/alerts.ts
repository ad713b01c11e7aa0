import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** Levels of an account, and where its alerts go. */
export interface AlertSettings {
  /** Used credits of the period, in percent. */
  readonly shares: readonly number[];
  readonly creditsLeft?: number;
  readonly creditsPerDay?: number;
  readonly emails: readonly string[];
  readonly webhookUrl?: string;
}

export interface AlertSending {
  readonly channel: 'email' | 'webhook';
  readonly to: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly error?: string;
}

/** An alert that was raised. */
export interface AlertView {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Page of the console to look at. */
  readonly path: string;
  readonly createdAt: string;
  readonly sendings: readonly AlertSending[];
}

export interface AlertsView {
  readonly settings: AlertSettings;
  /** False: the deployment has no mail server. */
  readonly canMail: boolean;
  readonly recent: readonly AlertView[];
}

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => callJson<AlertsView>('/api/alerts', { signal }),
});

export const operatorAlertsQuery = queryOptions({
  queryKey: ['operator', 'alerts'],
  queryFn: async ({ signal }) => (await callJson<{ alerts: AlertView[] }>('/api/operator/alerts', { signal })).alerts,
});

export const saveAlerts = (body: AlertSettings): Promise<{ settings: AlertSettings }> =>
  callJson('/api/alerts', { method: 'PUT', body });

export interface AlertTestResult {
  readonly channel: AlertSending['channel'];
  readonly to: string;
  readonly isSent: boolean;
  readonly error?: string;
}

export const testAlerts = async (): Promise<readonly AlertTestResult[]> =>
  (await callJson<{ results: AlertTestResult[] }>('/api/alerts/test', { method: 'POST', body: {} })).results;
