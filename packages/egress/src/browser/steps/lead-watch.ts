import type { Page } from 'puppeteer-core';

/** Hears that the page asks to be led elsewhere before any request for that is seen. */
export interface LeadWatch {
  isAsked(): boolean;
  /** True once for what was asked since the last time. */
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
