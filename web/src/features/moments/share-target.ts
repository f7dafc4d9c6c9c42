import type { ReactNode } from 'react'
import type { Person } from '@tonarchiv/contract/presence'

/** To whom something is shared: a friend; undefined for the chat room. */
export type ShareTarget = Person | undefined

/**
 * Renders the choice of the chat room or a friend. The app passes it to the dialog, which does not import the friends.
 */
export type ShareTargets = (chosen: {
  target: ShareTarget
  onChange: (target: ShareTarget) => void
}) => ReactNode
