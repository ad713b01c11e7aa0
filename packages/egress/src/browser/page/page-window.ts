import type { Viewport } from 'puppeteer-core';
import { userAgentFor, type BrowserIdentity } from '../../identity/browser-identity.js';
import { deviceProfile } from '../../identity/device-profiles.js';
import type { FetchRequest } from '../../port.js';

/** As the protocol of the browser names them. */
interface AgentMetadata {
  readonly brands: { brand: string; version: string }[];
  readonly fullVersion: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly architecture: string;
  readonly bitness: string;
  readonly model: string;
  readonly mobile: boolean;
  readonly formFactors: string[];
}

export interface PageAgent {
  readonly userAgent: string;
  /** `navigator.platform`. */
  readonly platform: string;
  /** Absent for devices whose browser sends no client hints. */
  readonly userAgentMetadata?: AgentMetadata;
}

/** The window of a page and how it presents itself. */
interface PageWindow {
  readonly viewport: Viewport;
  readonly agent: PageAgent;
  readonly touchPoints: number;
}

const DEVICE_TOUCH_POINTS = 5;
const ANDROID_PLATFORM = 'Linux armv81';

const callerAgentOf = ({ headers = {} }: FetchRequest): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];

/** The one of the device that a picture is asked of; undefined if none is asked. */
const windowOfDevice = async (request: FetchRequest): Promise<PageWindow | undefined> => {
  const { screenshot } = request;
  const name = typeof screenshot === 'object' ? screenshot.device : undefined;
  if (name === undefined) return undefined;
  // Loaded here, because a process that renders nothing never needs it.
  const { KnownDevices } = await import('puppeteer-core');
  const { viewport, userAgent } = KnownDevices[name];
  const platform = /\((iPhone|iPad)\b/.exec(userAgent)?.[1] ?? ANDROID_PLATFORM;
  return {
    viewport,
    agent: { userAgent: callerAgentOf(request) ?? userAgent, platform },
    touchPoints: DEVICE_TOUCH_POINTS,
  };
};

const agentOf = (identity: BrowserIdentity, request: FetchRequest): PageAgent => {
  const { brands, majorVersion } = identity;
  const device = deviceProfile(request.device);
  return {
    userAgent: callerAgentOf(request) ?? userAgentFor(majorVersion, request.device),
    platform: device.scriptPlatform,
    userAgentMetadata: {
      brands: [...brands],
      fullVersion: `${majorVersion}.0.0.0`,
      platform: device.platform,
      platformVersion: device.platformVersion,
      architecture: device.architecture,
      bitness: device.bitness,
      model: device.model,
      mobile: device.isMobile,
      formFactors: [device.formFactor],
    },
  };
};

/** The window that a fetch asks for: that of a device, one of a given size, or that of its kind of machine. */
export const pageWindowOf = async (identity: BrowserIdentity, request: FetchRequest): Promise<PageWindow> => {
  const ofDevice = await windowOfDevice(request);
  if (ofDevice) return ofDevice;
  const { viewport, touchPoints } = deviceProfile(request.device);
  const size = typeof request.screenshot === 'object' ? request.screenshot.viewport : undefined;
  const touched = touchPoints > 0 ? { isMobile: true, hasTouch: true } : {};
  return { viewport: { ...viewport, ...size, ...touched }, agent: agentOf(identity, request), touchPoints };
};
