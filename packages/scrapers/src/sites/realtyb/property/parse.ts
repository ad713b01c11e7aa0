import type { JsonObject } from '@quarry/html';
import type { ScrapedDocument, ScrapedResult, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { findBuilding, findProperty } from './find-property.js';
import type { Property, PropertyBody } from './property.js';
import { emailsOf, profileEmails, profileOf } from './read-agent.js';
import { readBuilding } from './read-building.js';
import { readLinked } from './read-linked.js';
import { readProperty } from './read-property.js';
import { profileRequest, propertyIdOf, type PropertyParams } from './request.js';

type PropertyReading = ScraperReading<PropertyBody>;

interface ReadRecord {
  readonly property: Property | undefined;
  readonly raw: JsonObject | undefined;
  readonly isGone: boolean;
}

/** The warning of a response whose agent's page could not be read. */
export const EMAILS_UNAVAILABLE = 'agent_emails_unavailable';

const answer = (property: Property, emails?: readonly string[]): ScrapedResult<PropertyBody> => {
  const { agentInfo } = property;
  const agent = emails && emails.length > 0 ? { ...agentInfo, agentEmails: emails } : agentInfo;
  return {
    outcome: 'ok',
    result: { property: { ...property, ...(agent === undefined ? {} : { agentInfo: agent }) } },
    page: 'property',
  };
};

/** The property alone: where its agent's addresses are stated cannot be read, so that they are not charged. */
const answerWithout = (property: Property): ScrapedResult<PropertyBody> => {
  const { result, ...rest } = answer(property);
  return { ...rest, result: { ...result, warnings: [EMAILS_UNAVAILABLE] }, leftOut: ['agentEmails'] };
};

/** Most parts of a name that are searched for. */
const MAX_NAMES = 10;

/** The site's challenge for bots. */
const isCaptcha = (text: string): boolean => /\bid=["']px-captcha["']/.test(text);

/** Whether a page contains the name of the property's agent, where the property has one: a shell does not. */
const hasName = (text: string, { agentInfo }: Property): boolean => {
  const names = agentInfo?.agentName?.match(/\p{L}{3,}/gu)?.slice(0, MAX_NAMES) ?? [];
  const folded = text.toLowerCase();
  return names.length === 0 || names.some((name) => folded.includes(name.toLowerCase()));
};

/** With the addresses on its agent's page. A page that is unavailable, or another one, leaves the property without them. */
const withProfile = (property: Property, profile: ScrapedDocument): PropertyReading => {
  const otherwise = answerWithout(property);
  if ('failed' in profile) {
    // An agent without a page has none that could be read.
    return profile.failed === 'not_found' ? otherwise : { outcome: 'unrecognized', reason: 'no_profile', otherwise };
  }
  if (isCaptcha(profile.text)) return { outcome: 'blocked', reason: 'px_captcha', otherwise };
  const { text, url } = profile;
  const emails = profileEmails(text, url);
  const isProfile = URL.parse(url)?.pathname.startsWith('/profile/') === true;
  return isProfile && (emails.length > 0 || hasName(text, property))
    ? answer(property, emails)
    : { outcome: 'unrecognized', reason: 'no_profile', otherwise };
};

/** The property or building of a page, and its record in the page's state, if it has one. */
const readRecord = (text: string, url: string, asked: string): ReadRecord => {
  // A building of one home leads to the home.
  const id = propertyIdOf(asked) ?? propertyIdOf(url);
  if (id === undefined) {
    const building = findBuilding(text, [asked, url]);
    return { property: building && readBuilding(building), raw: undefined, isGone: false };
  }
  const { property: raw, isGone } = findProperty(text, id);
  return { property: raw ? readProperty(raw) : readLinked(text, id), raw, isGone };
};

const PLACE_OF_BUILDING = /^\/(?:apartments|b)\//;

/** A removed property redirects to the homes of its place. */
const isElsewhere = (url: string, asked: string): boolean => {
  if (!/^https?:/.test(url) || propertyIdOf(url) !== undefined) return false;
  return propertyIdOf(asked) !== undefined || !PLACE_OF_BUILDING.test(URL.parse(url)?.pathname ?? '/b/');
};

/** With the addresses of its agent, from its own page or its agent's. */
const withEmails = (
  property: Property,
  raw: JsonObject | undefined,
  profile: ScrapedDocument | undefined,
  origin: string | undefined,
): PropertyReading => {
  // A building, and a page without state, name no agent.
  if (!raw) return answerWithout(property);
  const emails = emailsOf(raw);
  if (emails.length > 0) return answer(property, emails);
  if (profile) return withProfile(property, profile);
  const link = profileOf(raw);
  return link === undefined ? answerWithout(property) : { outcome: 'ask', request: profileRequest(link, origin) };
};

/** Reads a property's page and, where it has no addresses of its agent, the agent's page. */
export const readPropertyPage = (
  params: PropertyParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): PropertyReading => {
  const [document, profile] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, url } = document;
  const { property, raw, isGone } = readRecord(text, url, params.url);
  if (!property) {
    if (isCaptcha(text)) return { outcome: 'blocked', reason: 'px_captcha' };
    if (isGone || isElsewhere(url, params.url)) return { outcome: 'not_found', reason: 'delisted' };
    return { outcome: 'unrecognized', reason: 'no_property' };
  }
  return params.extractAgentEmails === true ? withEmails(property, raw, profile, origin) : answer(property);
};
