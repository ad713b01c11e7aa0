import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { findProperty } from './find-property.js';
import type { Property, PropertyBody } from './property.js';
import { emailsOf, profileEmails, profileOf } from './read-agent.js';
import { readLinked } from './read-linked.js';
import { readProperty } from './read-property.js';
import { profileRequest, propertyIdOf, type PropertyParams } from './request.js';

type PropertyReading = ScraperReading<PropertyBody>;

const answer = (property: Property, emails?: readonly string[]): PropertyReading => {
  const { agentInfo } = property;
  const agent = emails && emails.length > 0 ? { ...agentInfo, agentEmails: emails } : agentInfo;
  return {
    outcome: 'ok',
    result: { property: { ...property, ...(agent === undefined ? {} : { agentInfo: agent }) } },
    page: 'property',
  };
};

/** Most parts of a name that are looked for. */
const MAX_NAMES = 10;

/** A page for people who are taken for programs. */
const isCaptcha = (text: string): boolean => /\bid=["']px-captcha["']/.test(text);

/** Whether a page has the name of the property's agent, where the property tells it: a shell has not. */
const hasName = (text: string, { agentInfo }: Property): boolean => {
  const names = agentInfo?.agentName?.match(/\p{L}{3,}/gu)?.slice(0, MAX_NAMES) ?? [];
  const folded = text.toLowerCase();
  return names.length === 0 || names.some((name) => folded.includes(name.toLowerCase()));
};

/** With what the page of its agent states. A page that cannot be had, or is another, leaves open what it states. */
const withProfile = (property: Property, profile: ScrapedDocument): PropertyReading => {
  if ('failed' in profile) {
    return profile.failed === 'not_found' ? answer(property) : { outcome: 'unrecognized', reason: 'no_profile' };
  }
  if (isCaptcha(profile.text)) return { outcome: 'blocked', reason: 'px_captcha' };
  const { text, url } = profile;
  const emails = profileEmails(text, url);
  const isProfile = URL.parse(url)?.pathname.startsWith('/profile/') === true;
  return isProfile && (emails.length > 0 || hasName(text, property))
    ? answer(property, emails)
    : { outcome: 'unrecognized', reason: 'no_profile' };
};

/** Reads a property's page, and for the addresses of its agent that of the agent where the first has none. */
export const readPropertyPage = (
  params: PropertyParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): PropertyReading => {
  const [document, profile] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, url } = document;
  const asked = propertyIdOf(params.url);
  const { property: found, isGone } = findProperty(text, asked);
  const property = found ? readProperty(found) : asked === undefined ? undefined : readLinked(text, asked);
  if (!property) {
    if (isCaptcha(text)) return { outcome: 'blocked', reason: 'px_captcha' };
    // A property that is no longer there is answered with the homes of its place.
    const isElsewhere = asked !== undefined && /^https?:/.test(url) && propertyIdOf(url) === undefined;
    if (isGone || isElsewhere) return { outcome: 'not_found', reason: 'delisted' };
    return { outcome: 'unrecognized', reason: 'no_property' };
  }
  if (params.extractAgentEmails !== true) return answer(property);
  // Addresses are paid for: a page that does not tell of its agent has not been searched for them.
  if (!found) return { outcome: 'unrecognized', reason: 'no_agent' };
  const emails = emailsOf(found);
  if (emails.length > 0) return answer(property, emails);
  if (profile) return withProfile(property, profile);
  const link = profileOf(found);
  return link === undefined ? answer(property) : { outcome: 'ask', request: profileRequest(link, origin) };
};
