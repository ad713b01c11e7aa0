export { proofSize, recordProof, type ProofLine } from './proof/record-proof.js';
export { ApiClient, inParallel, type Answer } from './fleet/client.js';
export { allProcesses, settingOf, type FleetProcess, type FleetService } from './fleet/processes.js';
export { openAccount, type AccountAccess, type AccountOptions } from './host/open-account.js';
export { SHARED_ADDRESS, SHARED_NET, sharedFleet, startSharedSite, type SharedFleet } from './host/shared-fleet.js';
export { runCli } from './fleet/run-cli.js';
export {
  REPOSITORY_ROOT,
  startFleet,
  type DemoAccess,
  type Fleet,
  type FleetOptions,
  type RunningFleet,
} from './fleet/start-fleet.js';
export { startForwardProxy, type ForwardProxy } from './target/start-forward-proxy.js';
export { startCrawlSite, type CrawlSite, type CrawlSiteSize } from './crawl/start-crawl-site.js';
export { startMapSite, type MapSite } from './map/start-map-site.js';
export { articlePage, startTargetSite, type TargetSite } from './target/target-site.js';
export { startEngineSite, type EngineSite, type EngineSiteOptions } from './engine/start-engine-site.js';
export { startDemoSite, type DemoSite } from './site/start-demo-site.js';
export { fleetParts, type FleetParts } from './fleet/fleet-parts.js';
export { untilJournalAgrees } from './fleet/until-journal-agrees.js';
export { withDatabase } from './fleet/with-database.js';
export { keepService, type KeptService } from './fleet/keep-service.js';
export { keptBytes } from './fleet/kept-memory.js';
export { spawnService, startService, type Replica } from './fleet/spawn-service.js';
export { openFaultsFolder, type FaultsFolder } from './faults/faults-folder.js';
export { startCutter, type Cutter } from './faults/start-cutter.js';
export {
  startModelServer,
  type ModelServer,
  type ModelServerMessage,
  type ModelServerReply,
  type ModelServerRequest,
} from './model/start-model-server.js';
export { startTestRedis, type TestRedis } from './faults/start-redis.js';
export { startTraceCollector, type CollectedSpan, type TraceCollector } from './traces/start-trace-collector.js';
export { startSite, type MadeSite, type SiteName } from './sites/start-sites.js';
export { startPrometheus, type Alert, type Prometheus, type Reading } from './prometheus/start-prometheus.js';
export { freePort } from './host/free-port.js';
export { poll } from './host/poll.js';
