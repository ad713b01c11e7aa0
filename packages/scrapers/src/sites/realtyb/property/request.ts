import type { OperationParams } from '@quarry/contracts';
import { moveAddress } from '../../shared/move-address.js';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `realtyb/property`, defaults applied. */
export type PropertyParams = OperationParams<'realtyb/property'>;

export const SITE = 'https://www.zillow.com';

/** The property's id in an address: the rest of it is for readers. */
export const propertyIdOf = (url: string): number | undefined => {
  const id = /\/(\d{1,15})_zpid(?:[/?#]|$)/.exec(url)?.[1];
  return id === undefined ? undefined : Number(id);
};

const onSite = (step: string, url: string, origin: string | undefined): PageRequest => ({
  step,
  url: moveAddress(new URL(url, SITE), origin ?? SITE).href,
});

/** How to request a property's page. `origin`: used instead of the site's own host. */
export const propertyRequest = ({ url }: PropertyParams, origin?: string): PageRequest =>
  onSite('property', url, origin);

/** How to request the page of an agent. */
export const profileRequest = (profile: string, origin?: string): PageRequest => onSite('profile', profile, origin);
