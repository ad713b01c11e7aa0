/** All bytes of a source; undefined if there are more than `maxBytes`. */
export const readBounded = async (source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
