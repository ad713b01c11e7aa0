import { z } from 'zod';
import type { ConsolePorts } from '../ports.js';

/** One record for the whole deployment, so that every console follows it at once. */
const KIND = 'console-switch';
const ID = 'sign-up';
const OWNER = 'deployment';

const switchData = z.object({ isOpen: z.boolean(), by: z.string(), atMs: z.number() });

export interface SignUpState {
  readonly isOpen: boolean;
  /** Absent: the setting decides. */
  readonly changed?: { readonly by: string; readonly atMs: number };
}

export interface SignUpSwitch {
  read(): Promise<SignUpState>;
  /** The last of two operators wins. */
  set(isOpen: boolean, by: string): Promise<void>;
  /** The setting decides again. */
  reset(): Promise<void>;
  readonly isOpenByDefault: boolean;
}

export interface SignUpSwitchOptions {
  readonly records: Pick<ConsolePorts['records'], 'get' | 'insert' | 'replace' | 'remove'>;
  readonly isOpenByDefault: boolean;
  readonly clock: () => number;
}

/** Whether anybody may make an account: what an operator has said last, else the setting. */
export const createSignUpSwitch = ({ records, isOpenByDefault, clock }: SignUpSwitchOptions): SignUpSwitch => ({
  isOpenByDefault,
  read: async () => {
    const record = await records.get(KIND, ID);
    if (record === null) return { isOpen: isOpenByDefault };
    const { isOpen, by, atMs } = switchData.parse(record.data);
    return { isOpen, changed: { by, atMs } };
  },
  set: async (isOpen, by) => {
    const data = { isOpen, by, atMs: clock() };
    for (;;) {
      const record = await records.get(KIND, ID);
      const isDone =
        record === null
          ? await records.insert({ kind: KIND, id: ID, owner: OWNER, data })
          : (await records.replace(KIND, ID, record.version, { data })) !== null;
      if (isDone) return;
    }
  },
  reset: async () => void (await records.remove(KIND, ID)),
});
