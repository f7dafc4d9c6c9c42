import type { PlayState } from './current-track.ts'

interface Row {
  /** Whether a plain press selects the row; its button then states whether it is selected. */
  isSelecting: boolean
  state: PlayState | undefined
}

/** What a press on a row does, for screen readers. */
export function spokenAction({ isSelecting, state }: Row): string {
  if (isSelecting) return 'auswählen'
  return state === 'playing' ? 'pausieren' : 'abspielen'
}
