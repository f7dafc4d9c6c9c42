import type { Playlist } from '@tonarchiv/contract/playlists'
import { containsWords } from '@tonarchiv/contract/fold-text'
import Info from 'lucide-react/icons/info'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { arrowKeysInside, verticalKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { useAddToPlaylist } from './add-to-playlist.ts'
import styles from './AddToPlaylistDialog.module.css'
import { Mosaic } from './Mosaic.tsx'
import { isEditable, usePlaylists } from './queries.ts'
import { closeAddDialog, useAdding } from './use-adding.ts'
import { belongsTo, entryCount } from './wording.ts'

/** The title of a new playlist if the member types none. */
const UNTITLED = 'Neue Playlist'

/**
 * The dialog that `addToPlaylist` opens: the tracks are added to a playlist that the member chooses, or to a new one.
 */
export function AddToPlaylistDialog() {
  const tracks = useAddToPlaylist((state) => state.tracks)
  // The content stays rendered until the dialog has finished its closing animation.
  const [shown, setShown] = useState(tracks)
  const [opened, setOpened] = useState(0)
  if (tracks && tracks !== shown) {
    setShown(tracks)
    setOpened(opened + 1)
  }
  return (
    <Dialog
      open={tracks !== undefined}
      onClose={closeAddDialog}
      title="Zur Playlist hinzufügen"
      width="medium"
    >
      {shown && <Choice key={opened} tracks={shown} />}
    </Dialog>
  )
}

function Choice({ tracks }: { tracks: readonly Track[] }) {
  const { data: playlists = [] } = usePlaylists()
  const adding = useAdding(tracks)
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const found = playlists.filter(
    (playlist) => isEditable(playlist) && (wanted === '' || containsWords(playlist.title, wanted)),
  )
  const createNew = () => adding.createNew(wanted === '' ? UNTITLED : wanted)
  return (
    <div className={styles.choice} {...verticalKeysInside}>
      <Text as="p" tone="muted" truncate>
        <strong className={styles.count}>{entryCount(tracks.length)}</strong>{' '}
        {tracks.map(({ title }) => title).join(', ')}
      </Text>
      <TextField
        label="Playlist suchen oder neu benennen..."
        labelHidden
        placeholder="Playlist suchen oder neu benennen..."
        type="search"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        icon={<Search className="icon" aria-hidden />}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || wanted === '' || event.nativeEvent.isComposing) return
          event.preventDefault()
          const [first] = found
          if (first) void adding.choose(first)
          else createNew()
        }}
      />
      <ul className={styles.list}>
        <NewRow
          title={wanted === '' ? UNTITLED : `„${wanted}“ anlegen`}
          count={tracks.length}
          isBusy={adding.isCreating}
          onChoose={createNew}
        />
        {found.map((playlist) => (
          <PlaylistRow key={playlist.id} {...{ playlist, tracks, adding }} />
        ))}
      </ul>
      {playlists.some(({ rules }) => rules !== undefined) && (
        <Text as="p" size="sm" tone="muted" className={styles.foot}>
          <Info className="icon icon-small" aria-hidden />
          Automatische Playlists füllen sich selbst und fehlen hier.
        </Text>
      )}
    </div>
  )
}

interface NewRowProps {
  title: string
  /** Number of tracks that will be added. */
  count: number
  isBusy: boolean
  onChoose: () => void
}

function NewRow({ title, count, isBusy, onChoose }: NewRowProps) {
  return (
    <li>
      <button type="button" className={styles.row} aria-busy={isBusy || undefined} onClick={onChoose}>
        <span className={styles.plus}>
          <Plus className="icon" aria-hidden />
        </span>
        <span className={styles.names}>
          <Text weight="semibold" truncate>
            {title}
          </Text>
          <Text size="sm" tone="muted">
            {count === 1 ? 'mit diesem Titel' : `mit diesen ${count} Titeln`}
          </Text>
        </span>
        {isBusy && <Spinner />}
      </button>
    </li>
  )
}

/** Focuses the first button of a question that has just appeared. */
function focusFirst(question: HTMLElement | null): void {
  question?.querySelector('button')?.focus()
}

interface PlaylistRowProps {
  playlist: Playlist
  tracks: readonly Track[]
  adding: ReturnType<typeof useAdding>
}

function PlaylistRow({ playlist, tracks, adding }: PlaylistRowProps) {
  const presentIds = adding.presentIn(playlist)
  const present = presentIds.length
  const trackIds = tracks.map(({ id }) => id)
  const fresh = trackIds.filter((id) => !presentIds.includes(id))
  const count = tracks.length
  const isAsked = adding.askedId === playlist.id
  const isBusy = adding.busyId === playlist.id
  return (
    <li className={isAsked ? styles.asked : undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={present > 0 ? isAsked : undefined}
        aria-busy={isBusy || undefined}
        onClick={() => void adding.choose(playlist)}
      >
        <Mosaic covers={playlist.covers} size={40} className={styles.mosaic} />
        <span className={styles.names}>
          <Text weight="semibold" truncate>
            {playlist.title}
          </Text>
          <Text size="sm" tone="muted" truncate>
            {entryCount(playlist.entryCount)} · {belongsTo(playlist)}
          </Text>
        </span>
        {present > 0 && (
          <Tag>{fresh.length === 0 && count > 1 ? `alle ${count} drin` : `${present} schon drin`}</Tag>
        )}
        {isBusy && <Spinner />}
      </button>
      {isAsked && (
        <div className={styles.question} ref={focusFirst}>
          <p>
            {present === 1
              ? `„${tracks.find(({ id }) => id === presentIds[0])?.title ?? ''}“ steht schon in dieser Playlist.`
              : `${present} Titel stehen schon in dieser Playlist.`}
          </p>
          <div className={styles.answers} {...arrowKeysInside}>
            {fresh.length > 0 && (
              <Button kind="primary" small onClick={() => adding.addTo(playlist, fresh)}>
                {fresh.length === 1 ? 'Nur den neuen' : `Nur die ${fresh.length} neuen`}
              </Button>
            )}
            <Button small onClick={() => adding.addTo(playlist, trackIds)}>
              {count === 1 ? 'Trotzdem hinzufügen' : `Alle ${count} hinzufügen`}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
