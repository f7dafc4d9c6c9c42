import type { MouseEvent } from 'react'

/**
 * The attributes of a link to a page that cannot be shown now. The link stays displayed and focusable, but a press on
 * it does nothing.
 */
export function unavailableLink(isUnavailable: boolean, title = 'Offline nicht verfügbar') {
  return isUnavailable
    ? { 'aria-disabled': true, title, onClick: (event: MouseEvent) => event.preventDefault() }
    : {}
}
