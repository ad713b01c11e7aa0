import type { Device } from '../port.js';

/** How one kind of machine presents itself, in both tiers. */
export interface DeviceProfile {
  /** Between `Mozilla/5.0` and the engine, as user agents name the system. */
  readonly system: string;
  /** Before `Safari` in the user agent; only phones have it. */
  readonly agentMark: string;
  /** Of the client hints; `formFactors` as `Sec-CH-UA-Form-Factors` names them. */
  readonly platform: string;
  readonly platformVersion: string;
  readonly architecture: string;
  readonly bitness: string;
  readonly model: string;
  readonly isMobile: boolean;
  readonly formFactor: 'Desktop' | 'Mobile' | 'Tablet';
  /** `navigator.platform`. */
  readonly scriptPlatform: string;
  readonly touchPoints: number;
  /** Window in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number; readonly deviceScaleFactor: number };
}

/** The user agent of every Android device names the same system; the client hints have the real one. */
const ANDROID = 'Linux; Android 10; K';

export const DEVICE_PROFILES = {
  desktop: {
    system: 'X11; Linux x86_64',
    agentMark: '',
    platform: 'Linux',
    platformVersion: '',
    architecture: 'x86',
    bitness: '64',
    model: '',
    isMobile: false,
    formFactor: 'Desktop',
    scriptPlatform: 'Linux x86_64',
    touchPoints: 0,
    viewport: { width: 1366, height: 900, deviceScaleFactor: 1 },
  },
  mobile: {
    system: ANDROID,
    agentMark: 'Mobile ',
    platform: 'Android',
    platformVersion: '15.0.0',
    architecture: '',
    bitness: '',
    model: 'Pixel 8',
    isMobile: true,
    formFactor: 'Mobile',
    scriptPlatform: 'Linux armv81',
    touchPoints: 5,
    viewport: { width: 412, height: 839, deviceScaleFactor: 2.625 },
  },
  tablet: {
    system: ANDROID,
    agentMark: '',
    platform: 'Android',
    platformVersion: '15.0.0',
    architecture: '',
    bitness: '',
    model: 'Pixel Tablet',
    isMobile: false,
    formFactor: 'Tablet',
    scriptPlatform: 'Linux armv81',
    touchPoints: 5,
    viewport: { width: 800, height: 1152, deviceScaleFactor: 2 },
  },
} as const satisfies Record<Device, DeviceProfile>;

export const deviceProfile = (device: Device = 'desktop'): DeviceProfile => DEVICE_PROFILES[device];
