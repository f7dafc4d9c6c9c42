// Runs before the first paint, so that a chosen theme does not flash. The names are those of src/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Without storage nothing was chosen.
}
