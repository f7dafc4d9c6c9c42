import type { PlayState } from './current-track.ts'

interface Row {
  /** A plain press selects the row; whether it is selected is a state of its button. */
  isSelecting: boolean
  state: PlayState | undefined
}

/** What a press on a row does, for screen readers. */
export function spokenAction({ isSelecting, state }: Row): string {
  if (isSelecting) return 'auswählen'
  return state === 'playing' ? 'pausieren' : 'abspielen'
}
