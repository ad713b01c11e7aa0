import { MoonIcon, SunIcon, SystemIcon } from '../ui/icons.js';
import { Segmented } from '../ui/form/segmented.js';
import { chooseTheme, useTheme } from './theme.js';

const OPTIONS = [
  { value: 'system', label: 'System', icon: <SystemIcon /> },
  { value: 'light', label: 'Light', icon: <SunIcon /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon /> },
] as const;

/** Light, dark, or as the system says. */
export function ThemeChoice({ isWide = false }: { readonly isWide?: boolean }) {
  return <Segmented label="Theme" options={OPTIONS} value={useTheme()} onChange={chooseTheme} isWide={isWide} />;
}
