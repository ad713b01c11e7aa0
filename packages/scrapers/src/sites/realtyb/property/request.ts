import type { OperationParams } from '@quarry/contracts';
import { moveAddress } from '../../shared/move-address.js';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `realtyb/property`, defaults applied. */
export type PropertyParams = OperationParams<'realtyb/property'>;

export const SITE = 'https://www.zillow.com';

/** The property's id in an address: what else stands in it is for readers. */
export const propertyIdOf = (url: string): number | undefined => {
  const id = /\/(\d{1,15})_zpid(?:[/?#]|$)/.exec(url)?.[1];
  return id === undefined ? undefined : Number(id);
};

const onSite = (step: string, url: string, origin: string | undefined): PageRequest => ({
  step,
  url: moveAddress(new URL(url, SITE), origin ?? SITE).href,
});

/** How a property's page is asked for. `origin`: where the site is asked instead of its own host. */
export const propertyRequest = ({ url }: PropertyParams, origin?: string): PageRequest =>
  onSite('property', url, origin);

/** How the page of an agent is asked for. */
export const profileRequest = (profile: string, origin?: string): PageRequest => onSite('profile', profile, origin);
