/**
 * The frontier of crawls. An address has a place in its job, which is the index of its item once it has one, and is known by its
 * digest. What a page has found is kept until it is in the frontier; a content is known by its digest while its crawl is kept.
 */
export const CRAWL_MIGRATION = `
  ALTER TABLE batch_jobs ADD COLUMN crawl TEXT;
  ALTER TABLE batch_jobs ADD COLUMN item_credits INTEGER CHECK ((item_credits IS NULL) = (crawl IS NULL));
  ALTER TABLE batch_jobs ADD COLUMN known_count INTEGER NOT NULL DEFAULT 0 CHECK (known_count >= 0);
  ALTER TABLE batch_jobs ADD COLUMN limits_hit TEXT;

  CREATE TABLE crawl_addresses (
    job_key INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    address_key TEXT NOT NULL,
    shape TEXT,
    url TEXT NOT NULL,
    depth INTEGER NOT NULL CHECK (depth >= 0),
    PRIMARY KEY (job_key, place)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX crawl_addresses_by_key ON crawl_addresses (job_key, address_key);
  CREATE INDEX crawl_addresses_by_shape ON crawl_addresses (job_key, shape) WHERE shape IS NOT NULL;

  CREATE TABLE crawl_found (
    item_key INTEGER PRIMARY KEY,
    depth INTEGER NOT NULL CHECK (depth >= 0),
    urls TEXT NOT NULL
  ) STRICT;

  CREATE TABLE crawl_contents (
    job_key INTEGER NOT NULL,
    content_key TEXT NOT NULL,
    item_key INTEGER NOT NULL,
    PRIMARY KEY (job_key, content_key)
  ) STRICT, WITHOUT ROWID;
`;
