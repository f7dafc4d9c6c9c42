/**
 * Calls the function when the page is shown after it may have been suspended: by the computer's sleep, by the browser,
 * or while another page was shown in this tab.
 * @returns a function that ends that
 */
export function watchWaking(wake: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const seen = () => {
    if (document.visibilityState === 'visible') wake()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  // `resume`: the browser had frozen the page. `pageshow`: the page is shown again after Back.
  document.addEventListener('resume', wake, { signal })
  globalThis.addEventListener('pageshow', seen, { signal })
  return () => listening.abort()
}
