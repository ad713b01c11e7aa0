import { describe, expect, it } from '@jest/globals';
import { MAX_ROBOTS_SITEMAPS, sitemapsOfRobots } from './robots-sitemaps.js';

const URL_OF_ROBOTS = 'https://site.example/robots.txt';

describe('the sitemaps of a robots.txt', () => {
  it('are named by lines of their own, wherever these stand', () => {
    const text = [
      '\uFEFFSitemap: https://site.example/one.xml',
      'User-agent: *',
      'Disallow: /private',
      '  sitemap :/two.xml # the second',
      'SITEMAP:https://cdn.example/three.xml.gz',
      'Sitemap: https://site.example/one.xml',
      '# Sitemap: https://site.example/no.xml',
      'Sitemap:',
      'Sitemap: ftp://site.example/no.xml',
    ].join('\r\n');
    expect(sitemapsOfRobots(text, URL_OF_ROBOTS)).toEqual([
      'https://site.example/one.xml',
      'https://site.example/two.xml',
      'https://cdn.example/three.xml.gz',
    ]);
  });

  it('are at most so many', () => {
    const text = Array.from({ length: MAX_ROBOTS_SITEMAPS + 5 }, (_, index) => `Sitemap: /${index}.xml`).join('\n');
    expect(sitemapsOfRobots(text, URL_OF_ROBOTS)).toHaveLength(MAX_ROBOTS_SITEMAPS);
  });
});
