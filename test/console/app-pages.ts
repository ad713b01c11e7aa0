/** One address for each route of the app: a route without one fails the tests that go through all of them. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': '/',
  '/playground': '/playground',
  '/playground/$': '/playground/scrape/web',
  '/requests': '/requests',
  '/requests/$requestId': '/requests/19a42dc9-fb85-4f08-bb59-6e226ac31000',
  '/batches': '/batches',
  '/batches/new': '/batches/new',
  '/batches/$jobId': '/batches/4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01',
  '/crawls/new': '/crawls/new',
  '/crawls/$jobId': '/crawls/4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04',
  '/schedules': '/schedules',
  '/schedules/new': '/schedules/new',
  '/schedules/$scheduleId': '/schedules/7d4b9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01',
  '/schedules/$scheduleId/changes': '/schedules/7d4b9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01/changes',
  '/schedules/$scheduleId of a crawl': '/schedules/7d4b9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04',
  '/schedules/$scheduleId/changes of a crawl': '/schedules/7d4b9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04/changes',
  '/webhooks': '/webhooks',
  '/usage': '/usage',
  '/settings/keys': '/settings/keys',
  '/settings/members': '/settings/members',
  '/settings/alerts': '/settings/alerts',
  '/settings/profile': '/settings/profile',
  '/operator': '/operator',
  '/operator/reading': '/operator/reading',
  '/operator/reading/detail': '/operator/reading/detail?operation=retailer%2Fsearch',
};

/** Pages of people who are not signed in, with the state of the invented console that shows each. */
export const ENTRY_PAGES: Readonly<Record<string, { readonly path: string; readonly state: string }>> = {
  '/sign-in': { path: '/sign-in', state: 'signed-out' },
  '/sign-up': { path: '/sign-up', state: 'signed-out' },
  '/sign-up closed': { path: '/sign-up', state: 'closed' },
  '/link/$token': { path: '/link/invite', state: 'signed-out' },
  '/link/$token reset': { path: '/link/reset', state: 'signed-out' },
  '/link/$token used': { path: '/link/gone', state: 'signed-out' },
  '/confirm/$token': { path: '/confirm/any', state: 'signed-out' },
  '/no-account': { path: '/no-account', state: 'no-account' },
  'not found': { path: '/nowhere', state: 'full' },
};

/** Routes that only lead to another one. */
export const LEADING_ON: readonly string[] = ['/settings'];

export interface Overlay {
  readonly name: string;
  readonly path: string;
  /** What opens it, one button or menu item after the other, by name. */
  readonly by: readonly string[];
  /** Text that it shows. */
  readonly shows: string;
}

const KEYS = '/settings/keys';
const OPERATOR = '/operator';
const CRAWL = PAGES['/crawls/$jobId'] ?? '';
const SCHEDULE = PAGES['/schedules/$scheduleId'] ?? '';
const READING = PAGES['/operator/reading/detail'] ?? '';

/** Dialogs and menus. */
export const OVERLAYS: readonly Overlay[] = [
  { name: 'create-key', path: KEYS, by: ['Create key'], shows: 'Credits per day' },
  { name: 'change-key', path: KEYS, by: ['Change nightly-import'], shows: 'Change nightly-import' },
  { name: 'revoke-key', path: KEYS, by: ['Revoke nightly-import'], shows: 'Revoke nightly-import?' },
  { name: 'invite', path: '/settings/members', by: ['Invite'], shows: 'Invite a person' },
  {
    name: 'remove-member',
    path: '/settings/members',
    by: ['Remove karl.berg@harbour.example'],
    shows: 'Remove person',
  },
  { name: 'delivery', path: '/webhooks', by: ['account.alert'], shows: 'Body' },
  { name: 'test-event', path: '/webhooks', by: ['Send a test event'], shows: 'Send a test event' },
  { name: 'queue-menu', path: OPERATOR, by: ['Actions for browser-scrape'], shows: 'Drain…' },
  { name: 'drain', path: OPERATOR, by: ['Actions for browser-scrape', 'Drain…'], shows: 'Drain browser-scrape?' },
  { name: 'pause', path: OPERATOR, by: ['Actions for browser-scrape', 'Pause…'], shows: 'Pause browser-scrape?' },
  { name: 'open-sign-up', path: OPERATOR, by: ['Open sign-up…'], shows: 'Anybody who reaches the console' },
  { name: 'disable', path: OPERATOR, by: ['Actions for Demo', 'Disable…'], shows: 'Disable Demo?' },
  { name: 'missing-page', path: READING, by: ['Open page 1 without'], shows: 'A page without' },
  { name: 'grant', path: OPERATOR, by: ['Actions for Demo', 'Grant credits…'], shows: 'Grant credits to Demo' },
  { name: 'plan', path: OPERATOR, by: ['Actions for Demo', 'Change plan…'], shows: 'Change the plan of Demo' },
  { name: 'stop-crawl', path: CRAWL, by: ['Stop'], shows: 'Stop this crawl?' },
  { name: 'delete-schedule', path: SCHEDULE, by: ['Delete'], shows: 'Delete this schedule?' },
  { name: 'person-menu', path: '/', by: ['Ada Lindqvist'], shows: 'Sign out' },
  { name: 'account-menu', path: '/', by: ['Harbour research'], shows: 'Demo' },
];
