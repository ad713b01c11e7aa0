export { ExitTrail } from './exit-trail.js';
export {
  fetchByPlan,
  type FetchPlan,
  type PageReading,
  type PlannedFetch,
  type PlannedOutcome,
} from './fetch-by-plan.js';
