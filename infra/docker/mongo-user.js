/* global db, process */
// Run once by MongoDB's image, on an empty volume: the user of the services may use their own database and no other.
db.getSiblingDB('quarry').createUser({
  user: 'quarry',
  pwd: process.env.MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: 'quarry' }],
});
