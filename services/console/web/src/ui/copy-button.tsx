import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './button.js';
import { copyText } from './copy-text.js';
import { IconButton } from './icon-button.js';
import { CheckIcon, CopyIcon } from './icons.js';

const SHOWN_MS = 1_800;

type Outcome = 'copied' | 'refused' | null;
const WORDS = { copied: 'Copied', refused: 'Copying failed: select the text' } as const;

export interface CopyButtonProps extends ButtonLook {
  readonly text: string;
  /** What is copied, such as `Copy key`. */
  readonly label?: string;
  /** Only the icon, the label as its name. */
  readonly isIcon?: boolean;
  readonly autoFocus?: boolean;
  readonly onCopied?: () => void;
}

/** Copies a text and says so in its own place. */
export function CopyButton({
  text,
  label = 'Copy',
  isIcon = false,
  autoFocus = false,
  onCopied,
  ...look
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? 'copied' : 'refused');
    if (isCopied) onCopied?.();
  };
  const said = outcome && WORDS[outcome];
  const icon = outcome === 'copied' ? <CheckIcon /> : <CopyIcon />;
  return (
    <>
      {isIcon ? (
        <IconButton label={label} icon={icon} size="sm" isPlain onClick={() => void copy()} />
      ) : (
        <Button {...look} autoFocus={autoFocus} icon={icon} onClick={() => void copy()}>
          {outcome === 'copied' ? 'Copied' : label}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
