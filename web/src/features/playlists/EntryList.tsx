import type { PlaylistEntry } from '@tonarchiv/contract/playlists'
import { DELETED_USER_NAME, shownName, type Person } from '@tonarchiv/contract/presence'
import X from 'lucide-react/icons/x'
import { useMemo, type ReactNode } from 'react'
import { formatDate, formatTime } from '#format.ts'
import {
  isPlayable,
  type ListSelection,
  TrackList,
  type CurrentTrack,
  type PlayableTrack,
  type Track,
} from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import styles from './EntryList.module.css'
import { entryBefore, trackOfEntry } from './shown-entries.ts'

interface EntryListProps {
  entries: readonly PlaylistEntry[]
  people: ReadonlyMap<string, Person>
  /** The account, which is shown as „Du“. */
  ownId: string
  /** Without archive access tracks that cannot be played are not gone. */
  isLocked: boolean
  current?: CurrentTrack | undefined
  /** Makes rows selectable. */
  selection?: ListSelection | undefined
  onPlay: (track: PlayableTrack) => void
  /** What else can be done with a track, at the end of its row. */
  actions: (track: PlayableTrack) => ReactNode
  /** Requested by right click, long press or key. */
  onMenu: (track: PlayableTrack, at: MenuAnchor) => void
  /** Makes entries movable: `after` is the entry before the new place. */
  onMove?: ((entryId: string, after: string | null) => void) | undefined
  /** Makes entries removable. */
  onRemove?: ((entryId: string) => void) | undefined
}

/** An entry in the list of tracks. */
interface Row {
  key: string
  track: Track
  entry: PlaylistEntry
}

/** Height of a row, rem. */
const ROW = 3.5

/** The entries of a playlist. A track that is gone is greyed and can only be removed. */
export function EntryList(props: EntryListProps) {
  const { entries, people, ownId, isLocked, current, selection, onPlay, actions, onMenu, onMove, onRemove } =
    props
  const rows = useMemo(
    () => entries.map((entry) => ({ key: entry.id, track: trackOfEntry(entry), entry })),
    [entries],
  )
  const nameOf = (id: string | null) => {
    if (id === ownId) return 'Du'
    const person = id === null ? undefined : people.get(id)
    return person === undefined ? DELETED_USER_NAME : shownName(person)
  }
  return (
    <TrackList<Row>
      label="Titel der Playlist"
      className={styles.list}
      scroll="page"
      rowHeight={ROW}
      entries={rows}
      current={current}
      {...(selection && { selection })}
      isGone={({ track }) => !isLocked && !isPlayable(track)}
      renderSlots={({ track, entry }, remove) => ({
        tags: (
          <>
            {track.isExclusive && <Tag kind="paper">Exclusive</Tag>}
            {!isLocked && !isPlayable(track) && <Tag>Nicht mehr im Archiv</Tag>}
          </>
        ),
        end: (
          <>
            <Text size="sm" tone="muted" className={styles.added}>
              {nameOf(entry.addedBy)}, {formatDate(entry.addedAt)}
            </Text>
            <span className={styles.time}>{entry.track === null ? '–' : formatTime(entry.duration)}</span>
          </>
        ),
        actions: (
          <>
            {onRemove && (
              <IconButton label={`${track.title} entfernen`} data-remove onClick={remove}>
                <X className="icon icon-small" aria-hidden />
              </IconButton>
            )}
            {isPlayable(track) && actions(track)}
          </>
        ),
      })}
      onPlay={({ track }) => isPlayable(track) && onPlay(track)}
      onMenu={({ track }, at) => isPlayable(track) && onMenu(track, at)}
      {...(onRemove && { onRemove: ({ entry }) => onRemove(entry.id) })}
      {...(onMove && { onMove: ({ entry }, to) => onMove(entry.id, entryBefore(entries, entry.id, to)) })}
    />
  )
}
