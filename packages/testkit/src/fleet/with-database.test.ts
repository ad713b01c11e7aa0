import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './with-database.js';

describe('withDatabase', () => {
  it.each([
    ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/mine'],
    ['mongodb://127.0.0.1:27017/', 'mongodb://127.0.0.1:27017/mine'],
    ['mongodb://one:1,two:2/quarry?replicaSet=rs0', 'mongodb://one:1,two:2/mine?replicaSet=rs0'],
    ['mongodb://host?tls=true', 'mongodb://host/mine?tls=true'],
    ['mongodb://u:p%2F@host', 'mongodb://u:p%2F@host/mine'],
    ['mongodb://u:p@host/quarry', 'mongodb://u:p@host/mine?authSource=quarry'],
    ['mongodb+srv://u:p@host/quarry?authSource=admin', 'mongodb+srv://u:p@host/mine?authSource=admin'],
  ])('%s', (uri, expected) => expect(withDatabase(uri, 'mine')).toBe(expected));

  it('refuses what is no address', () => expect(() => withDatabase('quarry', 'mine')).toThrow('not an address'));
});
