import type { MapLimitName, MapWebParams, OperationBody } from '@quarry/contracts';
import { createSiteScope, type SiteScope } from '@quarry/page';
import { AddressList } from './address-list.js';
import type { DocumentRole } from './read-address-task.js';
import { foundIn, readSource, type MapCall, type ReadSource } from './read-source.js';

/** Where sites keep sitemaps that their robots.txt does not name. */
export const USUAL_SITEMAPS = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
  '/wp-sitemap.xml',
];

interface Source {
  readonly url: string;
  readonly role: DocumentRole;
  /** Its place among all documents. */
  readonly order: number;
  /** Indexes above it. */
  readonly depth: number;
  /** Whether the site names it; others are only tried. */
  readonly isNamed: boolean;
}

type SourceRow = OperationBody<'map/web'>['sources'][number];

/** What a map found. */
export interface MapEnd {
  readonly addresses: AddressList;
  readonly sources: readonly SourceRow[];
  readonly limitsHit: readonly MapLimitName[];
  /** The page, if it was asked for. */
  readonly page?: ReadSource | undefined;
  readonly robots?: ReadSource | undefined;
}

/** Reads the documents of one site: the page, its robots.txt, then sitemaps and feeds, some at once. */
export class MapRun {
  private readonly addresses: AddressList;
  private readonly rows: { readonly order: number; readonly row: SourceRow }[] = [];
  private readonly limitsHit = new Set<MapLimitName>();
  private readonly queue: Source[] = [];
  private readonly known = new Set<string>();
  private ordered = 0;
  private bytes = 0;
  private roots: readonly string[];
  private page: ReadSource | undefined;
  private robots: ReadSource | undefined;

  constructor(
    private readonly call: MapCall,
    private readonly params: MapWebParams,
  ) {
    this.addresses = new AddressList(call.bounds.maxAddresses);
    this.roots = call.scope.roots;
  }

  async run(): Promise<MapEnd> {
    try {
      await this.readAll();
    } catch (error) {
      // The map's own time is over: what was found stands.
      if (!this.call.signal.aborted) throw error;
      this.limitsHit.add('maxTime');
    }
    if (this.addresses.isCut) this.limitsHit.add('maxAddresses');
    const sources = this.rows.toSorted((one, other) => one.order - other.order).map(({ row }) => row);
    const { addresses, page, robots } = this;
    return { addresses, sources, limitsHit: [...this.limitsHit], page, robots };
  }

  private async readAll(): Promise<void> {
    const { url, sitemap } = this.params;
    if (sitemap !== 'only') this.page = await this.readFirst(url, 'page');
    if (sitemap !== 'skip' && !this.isDone()) await this.findSitemaps(this.origin);
    await this.readQueue();
  }

  /** Of the site, where its page or its robots.txt led. */
  private get origin(): string {
    return new URL(this.roots.at(-1) ?? this.params.url).origin;
  }

  /** The page or robots.txt: what is read after it depends on where it led. */
  private async readFirst(url: string, role: DocumentRole): Promise<ReadSource> {
    this.known.add(url);
    const read = await this.read({ url, role, order: this.nextOrder(), depth: 0, isNamed: role === 'page' });
    const { page } = read.outcome;
    if (page && foundIn(read)) this.roots = [...this.roots, page.url];
    return read;
  }

  private async findSitemaps(origin: string): Promise<void> {
    this.robots = await this.readFirst(`${origin}/robots.txt`, 'robots');
    if (this.queue.some(({ role }) => role === 'sitemap')) return;
    for (const path of USUAL_SITEMAPS) this.enqueue(this.origin + path, 'sitemap', { depth: 0, isNamed: false });
  }

  private async readQueue(): Promise<void> {
    const running = new Set<Promise<unknown>>();
    // What still runs when the map is done is aborted by its caller.
    while (!this.isDone()) {
      for (let source = this.next(running.size); source; source = this.next(running.size)) {
        const reading = this.read(source).finally(() => running.delete(reading));
        running.add(reading);
      }
      if (running.size === 0) return;
      await Promise.race(running);
    }
  }

  private next(running: number): Source | undefined {
    const { maxBytes, concurrency } = this.call.bounds;
    if (running >= concurrency) return undefined;
    if (this.bytes <= maxBytes) return this.queue.shift();
    if (this.queue.length > 0) this.limitsHit.add('maxBytes');
    return undefined;
  }

  /** With a search the best ones may be in any document. */
  private isDone(): boolean {
    const { search, limit } = this.params;
    return this.addresses.isCut || (search === undefined && this.addresses.size >= limit);
  }

  private async read(source: Source): Promise<ReadSource> {
    const { url, role, order, isNamed } = source;
    const scope: SiteScope = { ...this.call.scope, roots: this.roots };
    const read = await readSource({ ...this.call, scope }, { url, role });
    const found = foundIn(read);
    this.bytes += read.found?.bytes ?? 0;
    if (isNamed || found) {
      const type = found && found.kind !== 'none' ? found.kind : role;
      this.rows.push({ order, row: { url, type, verdict: read.verdict, links: found?.count ?? 0 } });
    }
    if (!found) return read;
    this.addresses.add(found.addresses, order);
    if (found.isCut) this.limitsHit.add('maxAddresses');
    for (const feed of found.feeds) this.enqueue(feed, 'feed', { depth: 0, isNamed: true });
    if (this.params.sitemap !== 'skip') this.enqueueSitemaps(found.sitemaps, source);
    return read;
  }

  /** An index may name sitemaps of its own site and of the mapped one; robots.txt says where else the site has its own. */
  private enqueueSitemaps(sitemaps: readonly string[], { url: parent, role, depth }: Source): void {
    const below = role === 'sitemap' ? depth + 1 : depth;
    if (below > this.call.bounds.maxDepth) {
      this.limitsHit.add('maxDepth');
      return;
    }
    const isOwn = createSiteScope({ roots: [...this.roots, parent], includeSubdomains: true });
    for (const sitemap of sitemaps) {
      if (role === 'robots' || isOwn(sitemap)) this.enqueue(sitemap, 'sitemap', { depth: below, isNamed: true });
    }
  }

  private enqueue(url: string, role: DocumentRole, { depth, isNamed }: Pick<Source, 'depth' | 'isNamed'>): void {
    if (this.known.has(url)) return;
    if (this.known.size >= this.call.bounds.maxDocuments) {
      this.limitsHit.add('maxDocuments');
      return;
    }
    this.known.add(url);
    this.queue.push({ url, role, order: this.nextOrder(), depth, isNamed });
  }

  private nextOrder(): number {
    this.ordered += 1;
    return this.ordered;
  }
}
