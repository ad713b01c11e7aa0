import type { ReactNode, SVGProps } from 'react';

/** Icons of 16 px in the colour of the text around them, hidden from screen readers: the label beside them says it. */
const icon = (children: ReactNode) =>
  function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        {children}
      </svg>
    );
  };

export const OverviewIcon = icon(
  <>
    <rect x="2" y="2" width="5" height="6.5" rx="1.2" />
    <rect x="9" y="2" width="5" height="3.5" rx="1.2" />
    <rect x="2" y="10.5" width="5" height="3.5" rx="1.2" />
    <rect x="9" y="7.5" width="5" height="6.5" rx="1.2" />
  </>,
);
export const PlaygroundIcon = icon(
  <>
    <rect x="1.8" y="2.5" width="12.4" height="11" rx="1.8" />
    <path d="m4.8 6 2.2 2-2.2 2M8.6 10.2h2.8" />
  </>,
);
export const RequestsIcon = icon(<path d="M5.5 4h8.7M5.5 8h8.7M5.5 12h8.7M2 4h.01M2 8h.01M2 12h.01" />);
export const BatchesIcon = icon(
  <>
    <path d="m8 1.8 6 3-6 3-6-3z" />
    <path d="m2 8 6 3 6-3M2 11.2l6 3 6-3" />
  </>,
);
export const SchedulesIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 4.6V8l2.4 1.6" />
  </>,
);
export const WebhooksIcon = icon(
  <>
    <circle cx="4" cy="11.2" r="2.2" />
    <circle cx="12" cy="11.2" r="2.2" />
    <circle cx="8" cy="4.2" r="2.2" />
    <path d="M7 6.2 5 9.3M9 6.2l2 3.1M6.2 11.2h3.6" />
  </>,
);
export const UsageIcon = icon(<path d="M2 14h12M4 11.2V8M8 11.2V3M12 11.2V6" />);
export const KeyIcon = icon(
  <>
    <circle cx="5.2" cy="10.8" r="3.2" />
    <path d="m7.5 8.5 6-6M11 5l2 2M9 7l1.2 1.2" />
  </>,
);
export const MembersIcon = icon(
  <>
    <circle cx="6" cy="5" r="2.6" />
    <path d="M1.5 13.5c.3-2.6 2-4 4.5-4s4.2 1.4 4.5 4M10.8 2.7a2.5 2.5 0 0 1 0 4.6M12.3 9.9c1.3.5 2 1.7 2.2 3.6" />
  </>,
);
export const BellIcon = icon(<path d="M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.7 13.8a1.5 1.5 0 0 0 2.6 0" />);
export const ProfileIcon = icon(
  <>
    <circle cx="8" cy="5.2" r="2.9" />
    <path d="M2.6 14c.5-2.9 2.5-4.4 5.4-4.4s4.9 1.5 5.4 4.4" />
  </>,
);
export const OperatorIcon = icon(
  <>
    <path d="M2 4.5h6.5M12 4.5h2M2 11.5h2M7.5 11.5H14" />
    <circle cx="10.2" cy="4.5" r="1.7" />
    <circle cx="5.8" cy="11.5" r="1.7" />
  </>,
);
export const ReadingIcon = icon(<path d="M1.8 8.5h3l1.7-4.6 3 8.2 1.9-3.6h2.8" />);
export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 4.8" />);
export const CrossIcon = icon(<path d="m3.8 3.8 8.4 8.4M12.2 3.8l-8.4 8.4" />);
export const CopyIcon = icon(
  <>
    <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.6" />
    <path d="M10.5 3.2A1.4 1.4 0 0 0 9.2 2H3.6A1.6 1.6 0 0 0 2 3.6v5.6c0 .6.4 1.1 1 1.3" />
  </>,
);
export const ChevronDownIcon = icon(<path d="m4 6.2 4 4 4-4" />);
export const ChevronRightIcon = icon(<path d="m6.2 4 4 4-4 4" />);
export const ChevronLeftIcon = icon(<path d="m9.8 4-4 4 4 4" />);
export const UpDownIcon = icon(<path d="m5 6 3-3 3 3M5 10l3 3 3-3" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />);
export const MenuIcon = icon(<path d="M2 4.5h12M2 8h12M2 11.5h12" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.3 3.3" />
  </>,
);
export const DownloadIcon = icon(<path d="M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11" />);
export const UploadIcon = icon(<path d="M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 13.5h11" />);
export const ExternalIcon = icon(<path d="M6.5 3.5h-3v9h9v-3M9.5 2.5h4v4M13.3 2.7 7.5 8.5" />);
export const RetryIcon = icon(<path d="M13.5 8A5.5 5.5 0 1 1 11.7 3.9M13.5 2v3h-3" />);
export const TrashIcon = icon(<path d="M2.5 4h11M6 4V2.3h4V4M3.8 4l.6 9.7h7.2l.6-9.7M6.7 7v4M9.3 7v4" />);
export const StopIcon = icon(<rect x="4" y="4" width="8" height="8" rx="1.5" />);
export const PauseIcon = icon(<path d="M5.5 3.5v9M10.5 3.5v9" />);
export const PlayIcon = icon(<path d="M5 3.2v9.6L12.7 8z" />);
export const LinkIcon = icon(
  <path d="M6.5 9.5a2.7 2.7 0 0 0 3.9 0l2.2-2.2a2.7 2.7 0 0 0-3.9-3.9l-.9.9M9.5 6.5a2.7 2.7 0 0 0-3.9 0L3.4 8.7a2.7 2.7 0 0 0 3.9 3.9l.9-.9" />,
);
export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.3v3.7M8 5h.01" />
  </>,
);
export const WarningIcon = icon(<path d="M8 2.2 14.3 13.3H1.7zM8 6.5v3M8 11.4h.01" />);
export const SignOutIcon = icon(<path d="M6.2 2.5H3v11h3.2M10.2 4.8 13.4 8l-3.2 3.2M13.2 8H6.5" />);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.2M8 13.3v1.2M14.5 8h-1.2M2.7 8H1.5M12.6 3.4l-.8.8M4.2 11.8l-.8.8M12.6 12.6l-.8-.8M4.2 4.2l-.8-.8" />
  </>,
);
export const MoonIcon = icon(<path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1z" />);
export const SystemIcon = icon(
  <>
    <rect x="1.8" y="2.5" width="12.4" height="8.5" rx="1.5" />
    <path d="M5.5 13.7h5M8 11v2.7" />
  </>,
);
