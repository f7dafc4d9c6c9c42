import type { Playlist, PlaylistVisibility } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import { formatNumber, formatRunningTime } from '#format.ts'

export const VISIBILITY_TEXTS: Record<PlaylistVisibility, string> = {
  private: 'Privat',
  friends: 'Freunde',
  members: 'Alle Mitglieder',
}

export function entryCount(count: number): string {
  return `${formatNumber(count)} Titel`
}

/** The two lines of the row for further entries that the key of the member does not open. */
export function furtherLockedText(count: number): { title: string; below: string } {
  return count === 1
    ? { title: '1 weiterer gesperrter Titel', below: 'wird beim Abspielen übersprungen' }
    : {
        title: `${formatNumber(count)} weitere gesperrte Titel`,
        below: 'werden beim Abspielen übersprungen',
      }
}

export function lengthOf({ entryCount: count, duration }: Playlist): string {
  return count === 0 ? 'Noch leer' : `${entryCount(count)}, ${formatRunningTime(duration)}`
}

/** The last line of a card: the owner of the playlist, or who may see it. */
export function belongsTo(playlist: Playlist): string {
  const { role, owner, collaborators, visibility, rules } = playlist
  if (role !== 'owner') return `von ${shownName(owner)}`
  if (rules !== undefined) return 'Automatisch'
  const count = collaborators.length
  if (count > 0) return count === 1 ? 'mit 1 Freund' : `mit ${count} Freunden`
  return VISIBILITY_TEXTS[visibility]
}

export function pathOfPlaylist({ id }: Pick<Playlist, 'id'>): string {
  return `/playlists/${encodeURIComponent(id)}`
}

/**
 * Maximum number of names in the sentence about members who have the playlist open. If there are more members, the rest
 * is counted.
 */
const NAMED_HERE = 3
const german = new Intl.ListFormat('de')

/** Says which members have the playlist open, for example „Mila ist gerade hier“. */
export function hereText(names: readonly string[]): string {
  const rest = names.length - NAMED_HERE + 1
  const shown = rest <= 1 ? names : [...names.slice(0, NAMED_HERE - 1), `${rest} weitere`]
  return `${german.format(shown)} ${names.length === 1 ? 'ist' : 'sind'} gerade hier`
}
