import { collectEmails, DEFAULT_CONVERSION_LIMITS, pageSource, statedEmail } from '@quarry/page';
import { defined, type JsonObject, parseDocument } from '@quarry/html';
import { at, itemsOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Property } from './property.js';

/** E-mail addresses that a page states: in links and in the text that it shows. Lower case, each once. */
const pageEmails = (text: string, url: string): string[] =>
  collectEmails(pageSource(parseDocument(text).root, url, DEFAULT_CONVERSION_LIMITS, new Set()));

/** Addresses of the site itself are not an agent's. */
const OWN = /@(?:[\w-]+\.)*(?:zillow|zillowgroup|trulia|streeteasy|hotpads)\.com$/;

/** One entry of the list of agents and sellers of the property. */
const listed = (property: JsonObject, who: string, what: string): string | undefined => {
  const entry = itemsOf(property['listedBy']).find((one) => at(one, 'id') === who);
  const element = itemsOf(at(entry, 'elements')).find((one) => at(one, 'id') === what);
  return textOf(at(element, 'text'));
};

/** Link to the page of the agent who offers the property, as the page has it. */
export const profileOf = (property: JsonObject): string | undefined => {
  const profile = textOf(at(property, 'contactFormRenderData', 'data', 'agent_module', 'profile_url'));
  return profile !== undefined && /^\/profile\/[^/?#]+\/?$/.test(profile) ? profile : undefined;
};

const isAgents = (email: string | undefined): email is string => email !== undefined && !OWN.test(email);

/** Addresses that the property's own page states. */
export const emailsOf = (property: JsonObject): string[] => {
  const attribution = property['attributionInfo'];
  const stated: readonly Json[] = [
    at(attribution, 'agentEmail'),
    at(attribution, 'coAgentEmail'),
    listed(property, 'LISTING_AGENT', 'EMAIL'),
  ];
  const emails = stated.map((one) => statedEmail(textOf(one) ?? '')).filter(isAgents);
  return [...new Set(emails)];
};

/** Addresses that an agent's own page states. */
export const profileEmails = (text: string, url: string): string[] => pageEmails(text, url).filter(isAgents);

/** The agent or seller of the property. */
export const readAgent = (property: JsonObject): Property['agentInfo'] => {
  const attribution = property['attributionInfo'];
  const stated = (key: string): string | undefined => textOf(at(attribution, key));
  const agent = defined<NonNullable<Property['agentInfo']>>({
    agentName: stated('agentName') ?? listed(property, 'LISTING_AGENT', 'NAME'),
    agentPhoneNumber: stated('agentPhoneNumber') ?? listed(property, 'LISTING_AGENT', 'PHONE'),
    brokerName: stated('brokerName') ?? textOf(property['brokerageName']) ?? listed(property, 'BROKER', 'NAME'),
    brokerPhoneNumber: stated('brokerPhoneNumber') ?? listed(property, 'BROKER', 'PHONE'),
  });
  return Object.keys(agent).length > 0 ? agent : undefined;
};
