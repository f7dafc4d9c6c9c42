import type { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import type { Person } from '@tonarchiv/contract/presence'
import X from 'lucide-react/icons/x'
import { useMemo, type ReactNode } from 'react'
import { formatDate, formatNumber, formatTime } from '#format.ts'
import {
  isPlayable,
  type ListSelection,
  TrackList,
  type CurrentTrack,
  type PlayableTrack,
  type RowAction,
  type Track,
} from '#features/tracks/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { imageUrl } from '#client/media.ts'
import { LockedCover } from '#ui/components/images/LockedCover.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { useArrivals } from './arrivals.ts'
import styles from './EntryList.module.css'
import { EntryHeads } from './EntryHeads.tsx'
import type { EntryColumn, EntryOrder } from './entry-order.ts'
import { entryBefore, type EntryRow, rowsOf, trackOfEntry } from './shown-entries.ts'
import { furtherLockedText } from './wording.ts'

interface EntryListProps {
  entries: readonly PlaylistEntry[]
  people: ReadonlyMap<string, Person>
  /** Returns the name of the account that has added an entry. */
  nameOf: (addedBy: string | null) => string
  /** The column by which the entries are sorted; undefined for the playlist's own order. */
  order: EntryOrder | undefined
  columns: readonly EntryColumn[]
  onOrder: (order: EntryOrder | undefined) => void
  /** Whether the account has no archive access. No track can be played then, but tracks are not shown as deleted. */
  isLocked: boolean
  current?: CurrentTrack | undefined
  /** The selected rows; without it, rows cannot be selected. */
  selection?: ListSelection | undefined
  onPlay: (track: PlayableTrack) => void
  /** Renders further actions at the end of a row. With `removal`, they include removing the row. */
  actions: (track: PlayableTrack, removal: RowAction | undefined) => ReactNode
  /** Opens the context menu of a row, after a right click, a long press or the menu key. */
  onMenu: (track: PlayableTrack, at: MenuAnchor, removal: RowAction | undefined) => void
  /**
   * Moves one or several entries. `after`: the id of the entry behind which they are put; null puts them at the
   * beginning. Without this function, entries cannot be moved.
   */
  onMove?: ((entryIds: readonly string[], after: string | null) => void) | undefined
  /** Removes an entry; without this function, entries cannot be removed. */
  onRemove?: ((entryId: string) => void) | undefined
}

/** A row of the list with its track. The track of a row for several entries cannot be played. */
interface Row extends EntryRow {
  key: string
  track: Track
}

/** What does not open is one row, as far as the member cannot move or remove the entries one by one. */
function useRows({ entries, onMove, onRemove }: EntryListProps): Row[] {
  const isFixed = onMove === undefined && onRemove === undefined
  return useMemo(
    () =>
      rowsOf(entries, isFixed).map(({ entry, number, groupSize }) => {
        const track = trackOfEntry(entry)
        if (groupSize > 0) track.title = furtherLockedText(groupSize).title
        return { key: entry.id, track, entry, number, groupSize }
      }),
    [entries, isFixed],
  )
}

/** The line below the title. */
function belowOf({ isLocked, artist }: PlaylistEntry, groupSize: number): string {
  if (groupSize > 0) return furtherLockedText(groupSize).below
  return isLocked ? 'Nicht in deinem Schlüssel' : artist
}

/** Height of a row in rem. */
const ROW = 3.5

/** Label and icon of the menu item that removes rows. */
export const ENTRY_REMOVAL = {
  label: 'Aus Playlist entfernen',
  icon: <X className="icon" aria-hidden />,
} as const

/** The entries of a playlist. An entry whose track was deleted is greyed out and can only be removed. */
export function EntryList(props: EntryListProps) {
  const { entries, people, nameOf, isLocked, current, selection, onPlay, actions, onMenu, onMove, onRemove } =
    props
  const isPhone = useMediaQuery(PHONE)
  // On phones a row is removed in its menu, and the row shows the duration in place of the remove button.
  const removalOf = (onSelect: () => void) =>
    onRemove && isPhone ? { ...ENTRY_REMOVAL, onSelect } : undefined
  const arrived = useArrivals(({ entryIds }) => entryIds)
  const rows = useRows(props)
  return (
    <>
      <EntryHeads
        order={props.order}
        columns={props.columns}
        onOrder={props.onOrder}
        buttons={(isLocked ? 0 : 2) + (onRemove ? 1 : 0)}
        grips={onMove ? 1 : 0}
      />
      <TrackList<Row>
        label="Titel der Playlist"
        className={styles.list}
        scroll="page"
        rowHeight={ROW}
        entries={rows}
        current={current}
        {...(selection && { selection })}
        isGone={({ track }) => !isLocked && !isPlayable(track)}
        renderSlots={({ track, entry, number, groupSize }, remove) => ({
          lead: (
            <span className={styles.number} aria-hidden>
              {number}
            </span>
          ),
          tags: (
            <>
              {track.isExclusive && <Tag kind="paper">Exclusive</Tag>}
              {!isLocked && !entry.isLocked && !isPlayable(track) && <Tag>Nicht mehr im Archiv</Tag>}
            </>
          ),
          ...(entry.isLocked && { cover: <LockedCover /> }),
          below: belowOf(entry, groupSize),
          end: groupSize === 0 && (
            <RowEnd
              entry={entry}
              isNew={arrived.has(entry.id)}
              photo={photoOf(people, entry.addedBy)}
              addedBy={nameOf(entry.addedBy)}
            />
          ),
          actions: (
            <>
              {onRemove && !(isPhone && isPlayable(track)) && (
                <IconButton label={`${track.title} entfernen`} data-remove onClick={remove}>
                  <X className="icon icon-small" aria-hidden />
                </IconButton>
              )}
              {isPlayable(track) && actions(track, removalOf(remove))}
            </>
          ),
        })}
        onPlay={({ track }) => isPlayable(track) && onPlay(track)}
        onMenu={({ track }, at, remove) => isPlayable(track) && onMenu(track, at, removalOf(remove))}
        {...(onRemove && { onRemove: ({ entry }) => onRemove(entry.id) })}
        {...(onMove && {
          onMove: ({ entry }, to) => onMove([entry.id], entryBefore(entries, entry.id, to)),
          onMoveBlock: (block, after) =>
            onMove(
              block.map(({ entry }) => entry.id),
              entries.find(({ id }) => id === after)?.id ?? null,
            ),
        })}
      />
    </>
  )
}

/** The last columns of a row: the album; who has added the entry and when, or the plays; the duration. */
function RowEnd(props: { entry: PlaylistEntry; isNew: boolean; photo: string | null; addedBy: string }) {
  const { entry, isNew, photo, addedBy } = props
  return (
    <>
      {isNew && <span className={styles.arrived} />}
      <Text size="md" tone="muted" truncate className={styles.album} title={entry.album}>
        {entry.album}
      </Text>
      {entry.plays === undefined ? (
        <>
          <span className={styles.by}>
            <Avatar src={photo} size={20} />
            <Text size="md" tone="muted" truncate>
              {addedBy}
            </Text>
          </span>
          <Text size="md" tone="muted" className={styles.at}>
            {isNew ? 'gerade eben' : formatDate(entry.addedAt)}
          </Text>
        </>
      ) : (
        <>
          <Text size="md" tone="muted" className={styles.plays}>
            {formatNumber(entry.plays.count)}
          </Text>
          <Text size="md" tone="muted" className={styles.at}>
            {entry.plays.lastPlayedAt === null ? 'nie' : formatDate(entry.plays.lastPlayedAt)}
          </Text>
        </>
      )}
      <span className={styles.time}>{entry.track === null ? '–' : formatTime(entry.duration)}</span>
    </>
  )
}

function photoOf(people: ReadonlyMap<string, Person>, id: string | null): string | null {
  const photo = id === null ? undefined : people.get(id)?.photoURL
  return photo ? imageUrl(photo) : null
}
