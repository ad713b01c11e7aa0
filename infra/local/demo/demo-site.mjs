/** Serves the demo site until standard input closes; its first line of output is the address. */
const { startDemoSite } = await import(new URL('../../../packages/testkit/dist/index.js', import.meta.url).href);

const site = await startDemoSite();
console.log(JSON.stringify({ url: site.url }));
process.stdin.on('close', () => void site.close()).resume();
