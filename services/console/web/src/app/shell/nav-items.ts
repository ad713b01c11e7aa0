import type { SignedIn } from '../../api/session.js';
import {
  BatchesIcon,
  BellIcon,
  KeyIcon,
  MembersIcon,
  OperatorIcon,
  OverviewIcon,
  PlaygroundIcon,
  ProfileIcon,
  ReadingIcon,
  RequestsIcon,
  SchedulesIcon,
  UsageIcon,
  WebhooksIcon,
} from '../../ui/icons.js';

const WORK = [
  { to: '/', label: 'Overview', icon: OverviewIcon },
  { to: '/playground', label: 'Playground', icon: PlaygroundIcon },
  { to: '/requests', label: 'Requests', icon: RequestsIcon },
  { to: '/batches', label: 'Batches', icon: BatchesIcon },
  { to: '/schedules', label: 'Schedules', icon: SchedulesIcon },
  { to: '/webhooks', label: 'Webhooks', icon: WebhooksIcon },
  { to: '/usage', label: 'Usage', icon: UsageIcon },
] as const;
const KEYS = { to: '/settings/keys', label: 'API keys', icon: KeyIcon } as const;
const MEMBERS = { to: '/settings/members', label: 'Members', icon: MembersIcon } as const;
const ALERTS = { to: '/settings/alerts', label: 'Alerts', icon: BellIcon } as const;
const PROFILE = { to: '/settings/profile', label: 'Profile', icon: ProfileIcon } as const;
const OPERATOR = { to: '/operator', label: 'Operator', icon: OperatorIcon } as const;
const READING = { to: '/operator/reading', label: 'Reading health', icon: ReadingIcon } as const;

export type NavItem =
  | (typeof WORK)[number]
  | typeof KEYS
  | typeof MEMBERS
  | typeof ALERTS
  | typeof PROFILE
  | typeof OPERATOR
  | typeof READING;

export interface NavGroup {
  readonly label: string;
  readonly items: readonly NavItem[];
}

/** The pages that a person has a use for, in groups. */
export const navGroups = ({ user, account }: SignedIn): readonly NavGroup[] => [
  { label: 'Work', items: WORK },
  { label: 'Settings', items: [KEYS, ...(account.role === 'owner' ? [MEMBERS, ALERTS] : []), PROFILE] },
  ...(user.isOperator ? [{ label: 'Deployment', items: [OPERATOR, READING] }] : []),
];

/** The pages of the bar at the foot of a phone; the others are behind "More". */
export const BAR_ITEMS: readonly NavItem[] = WORK.slice(0, 4);
