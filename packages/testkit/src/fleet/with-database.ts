/**
 * The address of a MongoDB with another database, options kept. Users are still looked up in the database that the address
 * named.
 */
export const withDatabase = (uri: string, database: string): string => {
  const [, servers, named = '', query = ''] = /^([^/]+:\/\/[^/?]+)\/?([^?]*)(?:\?(.*))?$/.exec(uri) ?? [];
  if (servers === undefined) throw new Error('This is not an address of a MongoDB.');
  const options = new URLSearchParams(query);
  if (servers.includes('@') && named !== '' && !options.has('authSource')) options.set('authSource', named);
  return `${servers}/${database}${options.size === 0 ? '' : `?${options.toString()}`}`;
};
