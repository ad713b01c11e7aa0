// Runs before the first paint: a saved choice of theme wins over the system's.
try {
  const theme = localStorage.getItem('quarry-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused: the system's theme stays.
}
