import type { ReactNode } from 'react'
import type { Person } from '@tonarchiv/contract/presence'

/** To whom something is shared: a friend; undefined for the chat room. */
export type ShareTarget = Person | undefined

/** Chooses to whom something is shared. The app passes it to the dialog, which knows no friends. */
export type ShareTargets = (chosen: {
  target: ShareTarget
  onChange: (target: ShareTarget) => void
}) => ReactNode
