/* global db, process */
/*
 * Creates the services' users, each with only the rights that its service needs, and `quarry` for the command line, which owns
 * the database. MongoDB's image runs it once on an empty volume; run it by hand on an existing database (infra/docker/README.md):
 * missing users are created, existing ones updated.
 */
const quarry = db.getSiblingDB('quarry');

const READ = ['find'];
const APPEND = ['find', 'insert'];
const CHANGE = ['find', 'update'];
const WORK = ['find', 'insert', 'update'];
const ALL = ['find', 'insert', 'update', 'remove'];

/** Rights by service and collection. */
const RIGHTS = {
  // Cannot create accounts or keys, so neither can an attacker who controls it.
  gateway: {
    accounts: READ,
    api_keys: READ,
    api_key_uses: ['insert', 'update'],
    requests: ALL,
    journal: APPEND,
    periods: WORK,
    idempotency_keys: ALL,
    batches: ALL,
    batch_items: ALL,
    // Deletes the frontiers of crawls that are past their retention.
    crawl_addresses: ['find', 'remove'],
    crawl_contents: ['find', 'remove'],
    webhook_deliveries: ALL,
    // Deletes those that have expired, unread: they contain sessions and password hashes.
    records: ['remove'],
    schedules: ALL,
    job_records: ALL,
    // Encrypted: lists and deletes them.
    cookie_jars: ['find', 'remove'],
    // Deletes what is past its retention.
    reading_fields: ['find', 'remove'],
    reading_sites: ['find', 'remove'],
  },
  // browser-scrape, serp and sites open untrusted pages: no access to keys, webhooks or responses stored for an Idempotency-Key.
  worker: {
    accounts: READ,
    requests: ALL,
    journal: APPEND,
    periods: WORK,
    batches: ['find', 'insert', 'remove'],
    batch_items: CHANGE,
    crawl_contents: WORK,
    // Encrypted cookies of callers' sessions, which pages are opened with.
    cookie_jars: ALL,
    reading_fields: WORK,
    reading_sites: WORK,
  },
  fanout: {
    accounts: READ,
    journal: APPEND,
    periods: WORK,
    batches: CHANGE,
    // Crawls find their items while they run.
    batch_items: WORK,
    crawl_addresses: APPEND,
    webhook_deliveries: WORK,
    job_records: ALL,
  },
  // People sign up, make keys and fund accounts here. It runs no requests, so it settles none; of webhooks it writes alerts and tests.
  console: {
    accounts: WORK,
    api_keys: WORK,
    api_key_uses: READ,
    requests: READ,
    journal: APPEND,
    periods: WORK,
    // An operator who disables an account stops its batches.
    batches: CHANGE,
    batch_items: READ,
    webhook_deliveries: APPEND,
    records: ALL,
    reading_fields: READ,
    reading_sites: READ,
  },
};

/** Every service creates missing indexes when it starts. */
const INDEXES = { resource: { db: 'quarry', collection: '' }, actions: ['createCollection', 'createIndex'] };

const putRole = (role, privileges) => {
  const rights = { privileges, roles: [] };
  if (quarry.getRole(role) === null) quarry.createRole({ role, ...rights });
  else quarry.updateRole(role, rights);
};

const putUser = (user, pwd, roles) => {
  if (quarry.getUser(user) === null) quarry.createUser({ user, pwd, roles });
  else quarry.updateUser(user, { pwd, roles });
};

for (const [service, collections] of Object.entries(RIGHTS)) {
  const rights = Object.entries(collections).map(([collection, actions]) => ({
    resource: { db: 'quarry', collection },
    actions,
  }));
  putRole(`quarry-${service}`, [...rights, INDEXES]);
  putUser(`quarry-${service}`, process.env[`MONGO_${service.toUpperCase()}_PASSWORD`], [
    { role: `quarry-${service}`, db: 'quarry' },
  ]);
}
putUser('quarry', process.env.MONGO_PASSWORD, [{ role: 'readWrite', db: 'quarry' }]);
