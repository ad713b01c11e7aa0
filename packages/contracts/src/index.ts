export * from './batch-routes.js';
export * from './errors.js';
export { RULES, type RuleName } from './input/rules.js';
export { SITE_HOSTS, type SiteWord } from './input/site-hosts.js';
export * from './job.js';
export * from './operation.js';
export type { AiRule, AiRules } from './operations/page/ai-extract-rules-field.js';
export type { ScenarioStep } from './operations/page/js-scenario-field.js';
export { OPERATIONS, operationById, operationForPath } from './operations/index.js';
export {
  OUTPUT_FORMATS,
  PLANNED_WEB_FIELDS,
  plannedWebFieldsIn,
  priceOfWeb,
  type OutputFormat,
  type WebScrapeParams,
} from './operations/page/web.js';
export * from './validate-params.js';
export * from './verdicts.js';
export { buildOpenApi, type OpenApiOptions } from './openapi/build-open-api.js';
