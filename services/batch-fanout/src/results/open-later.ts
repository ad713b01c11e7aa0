import type { FileStore } from '@quarry/files';

/** The stored files, opened when they are first asked for: a fleet that delivers no results needs no access to them here. */
export const openLater = (
  open: () => Promise<FileStore>,
): Pick<FileStore, 'read' | 'open'> & { close(): Promise<void> } => {
  let opened: Promise<FileStore> | undefined;
  const opening = async (): Promise<FileStore> => {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      // The next try may succeed.
      opened = undefined;
      throw error;
    }
  };
  return {
    read: async (key, maxBytes) => (await opening()).read(key, maxBytes),
    open: async (key, range) => (await opening()).open(key, range),
    close: async () => (await opened)?.close(),
  };
};
