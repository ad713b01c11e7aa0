import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { FileStore } from '../port.js';
import { describeFileStoreConformance } from '../../test/file-store-conformance.js';
import { makeBucket, s3ServersOf, type TestBucket } from '../../test/s3-servers.js';
import { openS3Files } from './open-s3-files.js';

const servers = s3ServersOf(process.env);

if (servers.length === 0) describe('file store: S3', () => it.skip('needs servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('on $name', (server) => {
  let made: TestBucket;
  beforeAll(async () => {
    made = await makeBucket(server);
  });
  afterAll(() => made.drop());

  describeFileStoreConformance(`S3 (${server.name})`, async ({ maxFileBytes }) => {
    const keyPrefix = randomUUID();
    let aheadMs = 0;
    const opened: FileStore[] = [];
    const openAgain = async () => {
      const { bucket } = made;
      const store = await openS3Files({ ...server, bucket, keyPrefix, maxFileBytes, now: () => Date.now() + aheadMs });
      opened.push(store);
      return store;
    };
    return {
      store: await openAgain(),
      another: openAgain,
      advance: (durationMs) => {
        aheadMs += durationMs;
      },
      dispose: async () => {
        await Promise.all(opened.map((store) => store.close()));
      },
    };
  });
});
