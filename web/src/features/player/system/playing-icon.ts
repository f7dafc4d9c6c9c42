const RESTING = '/logo.svg'
const PLAYING = '/logo-playing.svg'

/** Switches the tab's icon while something plays; browsers that only read the other icon keep it. */
export function setPlayingIcon(isPlaying: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  const address = isPlaying ? PLAYING : RESTING
  if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address)
}
