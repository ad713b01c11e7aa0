/* global db, process */
/*
 * The users of the services, each with what its service asks of the store and no more, and `quarry` for the command line,
 * which owns the database. Run once by MongoDB's image on an empty volume, and by hand on a database that is there
 * (infra/docker/README.md): what is missing is made, what is there is brought up to date.
 */
const quarry = db.getSiblingDB('quarry');

const READ = ['find'];
const APPEND = ['find', 'insert'];
const CHANGE = ['find', 'update'];
const WORK = ['find', 'insert', 'update'];
const ALL = ['find', 'insert', 'update', 'remove'];

/** By service: what it does in which collection. */
const RIGHTS = {
  // Makes no accounts and no keys: whoever takes it over cannot either.
  gateway: {
    accounts: READ,
    api_keys: READ,
    requests: ALL,
    journal: APPEND,
    periods: WORK,
    idempotency_keys: ALL,
    batches: ALL,
    batch_items: ALL,
    webhook_deliveries: ALL,
  },
  // browser-scrape, serp and sites, which open what strangers wrote: no keys, no webhooks, no answers kept for a key.
  worker: {
    accounts: READ,
    requests: ALL,
    journal: APPEND,
    periods: WORK,
    batches: ['find', 'insert', 'remove'],
    batch_items: CHANGE,
  },
  fanout: {
    accounts: READ,
    journal: APPEND,
    periods: WORK,
    batches: CHANGE,
    batch_items: CHANGE,
    webhook_deliveries: WORK,
  },
};

/** Every service makes the indexes that are missing when it starts. */
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
