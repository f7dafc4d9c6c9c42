import type { Playlist } from '@tonarchiv/contract/playlists'
import { containsWords } from '@tonarchiv/contract/fold-text'
import Info from 'lucide-react/icons/info'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { arrowKeysInside, verticalKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { useAddToPlaylist } from './add-to-playlist.ts'
import { useAddedToast } from './added-toast.ts'
import styles from './AddToPlaylistDialog.module.css'
import { Mosaic } from './Mosaic.tsx'
import { isEditable, useAddTracks, useContaining, useCreatePlaylist, usePlaylists } from './queries.ts'
import { belongsTo, entryCount } from './wording.ts'

/** The title that a playlist gets which is created without one. */
const UNTITLED = 'Neue Playlist'

const close = () => useAddToPlaylist.setState({ tracks: undefined })

/** Adds the tracks of `addToPlaylist` to a playlist that is chosen, or to a new one. */
export function AddToPlaylistDialog() {
  const tracks = useAddToPlaylist((state) => state.tracks)
  // While the dialog closes, its content stays rendered.
  const [shown, setShown] = useState(tracks)
  const [opened, setOpened] = useState(0)
  if (tracks && tracks !== shown) {
    setShown(tracks)
    setOpened(opened + 1)
  }
  return (
    <Dialog open={tracks !== undefined} onClose={close} title="Zur Playlist hinzufügen" width="medium">
      {shown && <Choice key={opened} tracks={shown} />}
    </Dialog>
  )
}

function Choice({ tracks }: { tracks: readonly Track[] }) {
  const showAdded = useAddedToast()
  const { data: playlists = [] } = usePlaylists()
  const contained = useContaining(tracks.map(({ id }) => id))
  const add = useAddTracks()
  const create = useCreatePlaylist()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState(() => useAddToPlaylist.getState().chosenId)
  const isBusy = add.isPending || create.isPending
  const wanted = search.trim()
  const found = playlists.filter(
    (playlist) => isEditable(playlist) && (wanted === '' || containsWords(playlist.title, wanted)),
  )
  const trackIds = tracks.map(({ id }) => id)

  const finish = (playlist: Pick<Playlist, 'id' | 'title'>, count: number) => {
    close()
    showAdded(playlist, { count })
  }
  const addTo = (playlist: Playlist, ids: string[]) => {
    if (!isBusy)
      add.mutate({ id: playlist.id, trackIds: ids }, { onSuccess: ({ added }) => finish(playlist, added) })
  }
  const createNew = () => {
    if (isBusy) return
    const head = { title: wanted === '' ? UNTITLED : wanted, description: '', visibility: 'private' } as const
    create.mutate({ ...head, trackIds }, { onSuccess: (playlist) => finish(playlist, playlist.entryCount) })
  }
  const freshOf = ({ id }: Playlist) => trackIds.filter((trackId) => !contained?.get(id)?.has(trackId))
  const choose = (playlist: Playlist) => {
    if (freshOf(playlist).length === trackIds.length) addTo(playlist, trackIds)
    else setAsked(playlist.id)
  }
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
          if (first) choose(first)
          else createNew()
        }}
      />
      <ul className={styles.list}>
        <li>
          <button type="button" className={styles.row} onClick={createNew}>
            <span className={styles.plus}>
              <Plus className="icon" aria-hidden />
            </span>
            <span className={styles.names}>
              <Text weight="semibold" truncate>
                {wanted === '' ? UNTITLED : `„${wanted}“ anlegen`}
              </Text>
              <Text size="sm" tone="muted">
                {tracks.length === 1 ? 'mit diesem Titel' : `mit diesen ${tracks.length} Titeln`}
              </Text>
            </span>
          </button>
        </li>
        {found.map((playlist) => {
          const present = contained?.get(playlist.id)
          const fresh = freshOf(playlist)
          return (
            <PlaylistRow
              key={playlist.id}
              {...{ playlist, tracks }}
              isAsked={asked === playlist.id && contained !== undefined}
              fresh={fresh.length}
              onChoose={() => choose(playlist)}
              onFresh={() => addTo(playlist, fresh)}
              onAll={() => addTo(playlist, trackIds)}
              firstPresent={tracks.find(({ id }) => present?.has(id))?.title ?? ''}
            />
          )
        })}
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

/** The question has appeared: its first answer is at hand. */
function focusFirst(question: HTMLElement | null): void {
  question?.querySelector('button')?.focus()
}

interface PlaylistRowProps {
  playlist: Playlist
  tracks: readonly Track[]
  /** How many of the tracks are not in it. */
  fresh: number
  /** The title of one that is. */
  firstPresent: string
  /** Asks what to add, because some are already in it. */
  isAsked: boolean
  onChoose: () => void
  onFresh: () => void
  onAll: () => void
}

function PlaylistRow(props: PlaylistRowProps) {
  const { playlist, tracks, fresh, firstPresent, isAsked, onChoose, onFresh, onAll } = props
  const count = tracks.length
  const present = count - fresh
  return (
    <li className={isAsked ? styles.asked : undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={present > 0 ? isAsked : undefined}
        onClick={onChoose}
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
          <Tag>{fresh === 0 && count > 1 ? `alle ${count} drin` : `${present} schon drin`}</Tag>
        )}
      </button>
      {isAsked && (
        <div className={styles.question} ref={focusFirst}>
          <p>
            {present === 1
              ? `„${firstPresent}“ steht schon in dieser Playlist.`
              : `${present} Titel stehen schon in dieser Playlist.`}
          </p>
          <div className={styles.answers} {...arrowKeysInside}>
            {fresh > 0 && (
              <Button kind="primary" small onClick={onFresh}>
                {fresh === 1 ? 'Nur den neuen' : `Nur die ${fresh} neuen`}
              </Button>
            )}
            <Button small onClick={onAll}>
              {count === 1 ? 'Trotzdem hinzufügen' : `Alle ${count} hinzufügen`}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
