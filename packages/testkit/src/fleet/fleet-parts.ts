import { randomUUID } from 'node:crypto';
import { withDatabase } from './with-database.js';

/** The stores of a fleet of the tests. */
export interface FleetParts {
  readonly name: 'embedded parts' | 'MongoDB and S3';
  /** Settings that choose the stores; makes the bucket where one is needed. */
  prepare(): Promise<Readonly<Record<string, string>>>;
}

const EMBEDDED: FleetParts = { name: 'embedded parts', prepare: () => Promise.resolve({}) };

interface S3Settings {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const makeBucket = async ({ endpoint, ...credentials }: S3Settings, bucket: string): Promise<void> => {
  // Many tests load this module, few make a bucket.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
};

/** The S3 servers of the tests by name. */
const s3Endpoints = (): ReadonlyMap<string, string> =>
  new Map(
    (process.env['TEST_S3_ENDPOINTS'] ?? '')
      .split(',')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

const productionParts = (mongoUri: string, s3: S3Settings): FleetParts => ({
  name: 'MongoDB and S3',
  prepare: async () => {
    const name = `quarry-test-${randomUUID()}`;
    await makeBucket(s3, name);
    return {
      MONGODB_URI: withDatabase(mongoUri, name),
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
  },
});

/** Undefined where their servers do not run. */
const findProductionParts = (): FleetParts | undefined => {
  const mongoUri = process.env['TEST_MONGODB_URI'];
  const endpoints = s3Endpoints();
  const endpoint = endpoints.get('versitygw') ?? endpoints.get('moto');
  if (mongoUri === undefined || endpoint === undefined) return undefined;
  const accessKeyId = process.env['TEST_S3_ACCESS_KEY_ID'] ?? '';
  const secretAccessKey = process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '';
  return productionParts(mongoUri, { endpoint, accessKeyId, secretAccessKey });
};

/** With `TEST_PARTS=compose` every fleet of the tests runs on the production stores. */
const areProductionPartsChosen = (): boolean => process.env['TEST_PARTS'] === 'compose';

const neededProductionParts = (): FleetParts => {
  const parts = findProductionParts();
  if (parts === undefined) throw new Error('TEST_PARTS=compose needs a MongoDB and an S3 server of the tests');
  return parts;
};

/** The stores that a fleet can run on here: the embedded ones, and the production ones where their servers run. */
export const fleetParts = (): readonly FleetParts[] => {
  if (areProductionPartsChosen()) return [neededProductionParts()];
  const production = findProductionParts();
  return production === undefined ? [EMBEDDED] : [EMBEDDED, production];
};

/** The settings of a fleet, with those of the production stores where these are chosen and not set yet. */
export const withChosenParts = async (
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> =>
  env['MONGODB_URI'] === undefined && areProductionPartsChosen()
    ? { ...(await neededProductionParts().prepare()), ...env }
    : env;
