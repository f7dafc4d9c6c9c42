try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') {
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[data-theme]'))
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all'
  }
} catch {}
