/** A whole number as people write it: 10,000. Without the platform's tables of languages, whose loading takes a process 30 ms at its start. */
export const groupDigits = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
