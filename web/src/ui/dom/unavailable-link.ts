import type { MouseEvent } from 'react'

/** The attributes of a link whose page cannot be shown now: it keeps its place and the focus, and does nothing. */
export function unavailableLink(isUnavailable: boolean, title = 'Offline nicht verfügbar') {
  return isUnavailable
    ? { 'aria-disabled': true, title, onClick: (event: MouseEvent) => event.preventDefault() }
    : {}
}
