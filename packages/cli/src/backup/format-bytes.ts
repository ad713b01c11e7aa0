const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const STEP = 1_024;

/** Such as `12.3 MB`. */
export const formatBytes = (sizeBytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(sizeBytes, 1)) / Math.log(STEP)), UNITS.length - 1);
  return `${(sizeBytes / STEP ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power] ?? ''}`;
};
