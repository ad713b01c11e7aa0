import { describe, expect, it } from '@jest/globals';
import { bucketOf } from './bucket-settings.js';
import { parseConfig } from './parse-config.js';

const partsOf = (env: Record<string, string>) => {
  const parsed = parseConfig(['parts'], env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config.parts;
};

const problemsOf = (env: Record<string, string>): string[] => {
  const parsed = parseConfig(['parts'], env);
  return parsed.ok ? [] : parsed.problems;
};

const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

describe('the bucket', () => {
  it('is none without S3_BUCKET', () => expect(bucketOf(partsOf({}))).toBeUndefined());

  it('has its server and keys', () => {
    const env = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_REGION: 'eu-west-1', ...KEYS };
    expect(bucketOf(partsOf(env))).toEqual({
      bucket: 'files',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
  });

  it('may be had without keys, and without a server of its own', () => {
    expect(bucketOf(partsOf({ S3_BUCKET: 'files' }))).toMatchObject({ region: 'us-east-1', endpoint: undefined });
  });

  it.each([{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, KEYS])('is missed beside %o', (env) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(/^S3_BUCKET is missing/)]);
  });

  it.each(Object.keys(KEYS))('wants the other half of %s', (name) => {
    expect(problemsOf({ S3_BUCKET: 'files', [name]: 'x' })).toEqual([expect.stringMatching(/go together/)]);
  });
});

describe('MONGODB_URI', () => {
  it.each([
    'mongodb://127.0.0.1:27017/quarry',
    'mongodb://user:pass@a:1,b:2,c:3/quarry?replicaSet=rs0&w=majority',
    'mongodb+srv://cluster.example.com/quarry',
    'mongodb://host',
  ])('may be %s, and does not show itself', (uri) => {
    const { mongodbUri } = partsOf({ MONGODB_URI: uri });
    expect(mongodbUri?.reveal()).toBe(uri);
    expect(JSON.stringify({ mongodbUri })).not.toContain(uri);
  });

  it.each(['http://127.0.0.1', 'mongodb://', 'mongodb:///db', '127.0.0.1:27017'])('is not "%s"', (uri) => {
    expect(problemsOf({ MONGODB_URI: uri })).toEqual([
      expect.stringMatching(/^MONGODB_URI is not valid; write mongodb/),
    ]);
  });
});
