import { defineOperation } from '../../define-operation.js';
import { onSite } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { flag } from '../../input/scalars.js';
import { realtybPropertyResult } from './property-result.js';
import { withWww, type Target } from '../../target.js';

const target: Target = { name: 'realtyb', title: 'the second real-estate site', hosts: withWww('zillow.com') };

const BASE_CREDITS = 5;
const AGENT_EMAILS_CREDITS = 5;

export const realtybProperty = defineOperation({
  id: 'realtyb/property',
  summary: 'One property of the second real-estate site',
  queue: 'sites',
  target,
  isBuilt: true,
  prices: [
    { when: 'extractAgentEmails is false', credits: BASE_CREDITS },
    { when: 'extractAgentEmails is true', credits: BASE_CREDITS + AGENT_EMAILS_CREDITS },
  ],
  hold: ({ extractAgentEmails }) => BASE_CREDITS + (extractAgentEmails ? AGENT_EMAILS_CREDITS : 0),
  result: realtybPropertyResult,
  example: { url: 'https://www.zillow.com/homedetails/1-Example-St-Austin-TX-78701/12345678_zpid/' },
  rules: [
    onSite('url', target, {
      pattern: /\/\d+_zpid(?:\/|$)/,
      form: 'the URL of one property: its path carries an id such as 12345678_zpid',
    }),
  ],
  fields: {
    url: url({
      note: 'URL of a property on the site.',
      required: true,
    }),
    extractAgentEmails: flag({ note: 'Also look for the e-mail addresses of agents; costs more.', default: false }),
  },
});
