/** The target of all runs, in its own process so that its CPU is not counted. */
import { startTargetSite } from '@quarry/testkit';

const site = await startTargetSite();
console.log(JSON.stringify({ port: Number(new URL(site.url).port) }));
