export { proofSize, recordProof, type ProofLine } from './proof/record-proof.js';
export { ApiClient, inParallel, type Answer } from './fleet/client.js';
export { allProcesses, settingOf, type FleetProcess } from './fleet/processes.js';
export { runCli } from './fleet/run-cli.js';
export { freePort, startFleet, type DemoAccess, type Fleet } from './fleet/start-fleet.js';
export { articlePage, startTargetSite, type TargetSite } from './target/target-site.js';
export { startDemoSite, type DemoSite } from './site/start-demo-site.js';
