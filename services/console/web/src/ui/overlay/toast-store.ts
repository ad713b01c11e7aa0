export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone: 'success' | 'danger' | 'neutral';
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

const MAX_SHOWN = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

const replace = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Says shortly that something has happened. Errors that need an action belong in their place on the page instead. */
export const showToast = (toast: Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone'] }): void => {
  lastId += 1;
  replace([...toasts, { tone: 'success' as const, ...toast, id: lastId }].slice(-MAX_SHOWN));
};

export const dismissToast = (id: number): void => replace(toasts.filter((toast) => toast.id !== id));

export const currentToasts = (): readonly Toast[] => toasts;

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
