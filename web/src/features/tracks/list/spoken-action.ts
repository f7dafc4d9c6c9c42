import type { PlayState } from './current-track.ts'

interface Row {
  /** A plain press selects the row. */
  isSelecting: boolean
  isSelected: boolean
  state: PlayState | undefined
}

/** What a press on a row does, for screen readers. */
export function spokenAction({ isSelecting, isSelected, state }: Row): string {
  if (isSelecting) return isSelected ? 'abwählen' : 'auswählen'
  return state === 'playing' ? 'pausieren' : 'abspielen'
}
