import type { Page } from 'puppeteer-core';

/** Learns that the page has started a navigation before its request is seen. */
export interface LeadWatch {
  isAsked(): boolean;
  /** True if a navigation was started since the last call. */
  take(): boolean;
  end(): void;
}

export const watchLeads = async (page: Page): Promise<LeadWatch> => {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send('Page.getFrameTree');
  let isAsked = false;
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (frameId === frameTree.frame.id && disposition === 'currentTab') isAsked = true;
  });
  await session.send('Page.enable');
  return {
    isAsked: () => isAsked,
    take: () => {
      const was = isAsked;
      isAsked = false;
      return was;
    },
    end: () => void session.detach().catch(() => undefined),
  };
};
