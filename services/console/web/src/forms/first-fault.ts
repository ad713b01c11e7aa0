/** Once the faults of a form are shown, the first of them takes the focus. */
export const focusFirstFault = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
