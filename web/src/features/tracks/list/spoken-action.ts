import type { PlayState } from './current-track.ts'

interface Row {
  /** Whether a press without modifier keys selects the row. The row's button then states whether it is selected. */
  isSelecting: boolean
  state: PlayState | undefined
}

/** What a press on a row does, as screen readers announce it. */
export function spokenAction({ isSelecting, state }: Row): string {
  if (isSelecting) return 'auswählen'
  return state === 'playing' ? 'pausieren' : 'abspielen'
}
