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
  /** Addresses that are sent nothing before somebody opens the link that was sent there. */
  readonly unconfirmed: readonly string[];
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

/** What became of a link to an address. */
export interface AskedAddress {
  readonly to: string;
  readonly isSent: boolean;
  readonly error?: string;
}

export interface SavedAlerts {
  readonly settings: AlertSettings;
  readonly unconfirmed: readonly string[];
  /** Addresses that are new. */
  readonly asked: readonly AskedAddress[];
}

export const saveAlerts = (body: AlertSettings): Promise<SavedAlerts> =>
  callJson('/api/alerts', { method: 'PUT', body });

/** Sends another link. */
export const askAddress = (email: string): Promise<AskedAddress> =>
  callJson('/api/alerts/addresses', { method: 'POST', body: { email } });

/** An address that is asked to get the alerts of an account. */
export interface ConfirmationView {
  readonly email: string;
  readonly accountName?: string;
}

export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['confirmation', token],
    queryFn: ({ signal }) => callJson<ConfirmationView>(`/api/confirmations/${encodeURIComponent(token)}`, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const confirmAddress = (token: string): Promise<ConfirmationView> =>
  callJson('/api/confirmations', { method: 'POST', body: { token } });

export interface AlertTestResult {
  readonly channel: AlertSending['channel'];
  readonly to: string;
  readonly isSent: boolean;
  readonly error?: string;
}

export const testAlerts = async (): Promise<readonly AlertTestResult[]> =>
  (await callJson<{ results: AlertTestResult[] }>('/api/alerts/test', { method: 'POST', body: {} })).results;
