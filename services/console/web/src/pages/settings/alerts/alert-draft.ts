import type { AlertSettings } from '../../../api/alerts.js';

/** The form's texts, as they are typed. */
export interface AlertDraft {
  readonly shares: string;
  readonly creditsLeft: string;
  readonly creditsPerDay: string;
  readonly emails: string;
  readonly webhookUrl: string;
}

export const draftOf = (settings: AlertSettings): AlertDraft => ({
  shares: settings.shares.join(', '),
  creditsLeft: settings.creditsLeft?.toString() ?? '',
  creditsPerDay: settings.creditsPerDay?.toString() ?? '',
  emails: settings.emails.join('\n'),
  webhookUrl: settings.webhookUrl ?? '',
});

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

/** A number where it is one, so that the server can say what is wrong with the rest. */
const numberOf = (text: string): number => {
  const plain = text.replace(/[\s,_%]/g, '');
  return /^\d+$/.test(plain) ? Number(plain) : NaN;
};

/** What is sent: a field that is empty is left out. A number that is none becomes null, which the server refuses by name. */
export const settingsOf = (draft: AlertDraft): AlertSettings => {
  const { creditsLeft, creditsPerDay, webhookUrl } = draft;
  return {
    shares: wordsOf(draft.shares.replaceAll('%', ' ')).map(numberOf),
    emails: wordsOf(draft.emails),
    ...(creditsLeft.trim() === '' ? {} : { creditsLeft: numberOf(creditsLeft) }),
    ...(creditsPerDay.trim() === '' ? {} : { creditsPerDay: numberOf(creditsPerDay) }),
    ...(webhookUrl.trim() === '' ? {} : { webhookUrl: webhookUrl.trim() }),
  };
};

/** Errors of a list's items belong to the one field that shows them. */
export const errorOf = (errors: Readonly<Record<string, string>>, field: keyof AlertDraft): string | undefined => {
  const item = Object.keys(errors).find((name) => name.startsWith(`${field}.`));
  const own = errors[field];
  if (own !== undefined || item === undefined) return own;
  return `Number ${Number(item.slice(field.length + 1)) + 1} of them: ${errors[item] ?? ''}`;
};
