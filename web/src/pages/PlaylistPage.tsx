import { containsWords } from '@tonarchiv/contract/fold-text'
import { type Playlist, playlistReadOnly } from '@tonarchiv/contract/playlists'
import { DELETED_USER_NAME, shownName } from '@tonarchiv/contract/presence'
import type { User } from '@tonarchiv/contract/users'
import ListChecks from 'lucide-react/icons/list-checks'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { ApiError, textOf } from '#client/api-error.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { CollectionControl } from '#features/offline-copies/index.ts'
import { getPlayer, isSounding, usePlayer, useReadyTracks } from '#features/player/index.ts'
import {
  COLUMN_LABELS,
  columnsOf,
  type EntryColumn,
  ENTRY_REMOVAL,
  EntryList,
  type EntryOrder,
  EntryOrderField,
  isEditable,
  type OpenPlaylist,
  PlaylistHead,
  RestOfEntries,
  RulesEditor,
  sortedEntries,
  trackOfEntry,
  useEntryChanges,
  useOpenPlaylist,
  useSaveRules,
  wasJustCreated,
  withPending,
} from '#features/playlists/index.ts'
import {
  isPlayable,
  NO_SELECTION,
  openTrackMenu,
  TrackMenuButton,
  type PlayableTrack,
  type RowAction,
  type TrackSelection,
} from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { usePlayingSource } from './use-playing-source.ts'
import { PlaylistActions, sourceOfPlaylist } from './PlaylistActions.tsx'
import { SelectedTracksBar } from './SelectedTracksBar.tsx'
import styles from './PlaylistPage.module.css'

/** The page `/playlists/{id}`. While it is open, changes of the playlist are shown as they happen. */
export function PlaylistPage() {
  const user = useUser()
  const { id = '' } = useParams()
  if (!user) return null
  return <Loaded key={id} id={id} user={user} />
}

function Loaded({ id, user }: { id: string; user: User }) {
  const { data, isError, isFetching, error, refetch } = useOpenPlaylist(id)
  usePageTitle(data?.playlist.title ?? 'Playlist')
  if (isError && error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        level={1}
        failed
        title={error.text}
        action={
          <Link to="/playlists" className={buttonClass()}>
            Zu den Playlists
          </Link>
        }
      >
        Sie wurde gelöscht oder ist nicht für dich sichtbar.
      </EmptyState>
    )
  if (data === undefined && isError)
    return (
      <LoadFailure level={1} kind="inverse" onRetry={refetch}>
        {textOf(error, 'Die Playlist konnte nicht geladen werden.')}
      </LoadFailure>
    )
  if (data === undefined)
    return (
      <div aria-hidden>
        <Skeleton width="100%" height="16rem" />
      </div>
    )
  return <Open open={data} user={user} rest={{ isFailed: isError && !isFetching, onRetry: refetch }} />
}

interface OpenProps {
  open: OpenPlaylist
  user: User
  /** The state of loading those entries that are not loaded yet. */
  rest: { isFailed: boolean; onRetry: () => unknown }
}

/**
 * The control that makes the playlist available offline. It applies to all entries, also to those that do not match the
 * search.
 */
function Copies({ playlist, entries }: OpenProps['open']) {
  const tracks = useMemo(() => entries.map(trackOfEntry), [entries])
  return (
    <div className={styles.offline}>
      <CollectionControl id={{ kind: 'playlist', id: playlist.id }} title={playlist.title} tracks={tracks} />
    </div>
  )
}

function Open({ open, user, rest }: OpenProps) {
  const { playlist } = open
  const isOpen = hasAccess(user)
  const canEdit = isOpen && isEditable(playlist)
  useLostEditing(canEdit)
  const canEditRules = isOpen && playlist.role === 'owner' && playlist.rules !== undefined
  const rules = useRulesPanel()
  const columns = columnsOf(playlist)
  const changes = useEntryChanges(playlist)
  const [search, setSearch] = useState('')
  const [isSelecting, setIsSelecting] = useState(false)
  const [order, setOrder] = useState<EntryOrder>()
  const { people } = open
  const nameOf = useCallback(
    (id: string | null) => {
      if (id === user.id) return 'Du'
      const person = id === null ? undefined : people.get(id)
      return person === undefined ? DELETED_USER_NAME : shownName(person)
    },
    [people, user.id],
  )
  // The time is read only once, because the text about the last change need not be exact.
  const [now] = useState(() => Date.now())
  const playing = usePlayingSource()
  const isPlayed = playing?.isSounding === true && playing.path === sourceOfPlaylist(playlist).path
  const { pending } = changes
  const entries = useMemo(
    () => (pending.length === 0 ? open.entries : withPending(open.entries, pending)),
    [open.entries, pending],
  )
  const shown = useMemo(() => {
    const wanted = search.trim()
    const found =
      wanted === ''
        ? entries
        : entries.filter(({ title, artist, album }) => containsWords(`${title} ${artist} ${album}`, wanted))
    return sortedEntries(found, order, nameOf)
  }, [entries, search, order, nameOf])
  const tracks = useMemo(() => shown.map(trackOfEntry).filter(isPlayable), [shown])
  useReadyTracks(isOpen ? tracks : undefined)
  return (
    <div className={styles.page}>
      <PlaylistHead {...{ playlist, now }} isSounding={isPlayed} ownId={user.id} isCompact={rules.isOpen}>
        <PlaylistActions
          playlist={playlist}
          tracks={tracks}
          userId={user.id}
          isOpen={isOpen}
          isSounding={isPlayed}
          isLoading={open.isPartial === true && !rest.isFailed}
          {...(canEditRules && { rules })}
        />
      </PlaylistHead>
      {isOpen && <Copies {...open} />}
      {canEditRules && rules.isOpen && <Rules playlist={playlist} rules={rules} />}
      {entries.length === 0 ? (
        <Empty playlist={playlist} isOpen={isOpen} />
      ) : (
        <div>
          <ListTools
            className={styles.tools}
            search={{ label: 'In dieser Playlist suchen...', text: search, onText: setSearch }}
            count={
              search.trim() !== ''
                ? `${shown.length} gefunden`
                : order && `Sortiert nach ${COLUMN_LABELS[order.by]}. Die eigene Reihenfolge bleibt.`
            }
          >
            {order && (
              <Button kind="ghost" onClick={() => setOrder(undefined)}>
                Eigene Reihenfolge
              </Button>
            )}
            <EntryOrderField order={order} onOrder={setOrder} columns={columns} />
            {isOpen && (
              <Button aria-pressed={isSelecting} onClick={() => setIsSelecting(!isSelecting)}>
                <ListChecks className="icon icon-small" aria-hidden />
                Auswählen
              </Button>
            )}
          </ListTools>
          <Entries
            open={{ ...open, entries: shown }}
            isLocked={!isOpen}
            {...{ nameOf, order, columns, isSelecting }}
            onOrder={setOrder}
            onSelecting={setIsSelecting}
            tracks={tracks}
            onMove={canEdit && order === undefined && search.trim() === '' ? changes.move : undefined}
            onRemove={canEdit ? changes.remove : undefined}
          />
          {open.isPartial && <RestOfEntries {...rest} count={playlist.entryCount - open.entries.length} />}
        </div>
      )}
    </div>
  )
}

interface RulesProps {
  playlist: Playlist
  rules: ReturnType<typeof useRulesPanel>
}

/** The editor for the rules of a smart playlist. It is between the head of the page and the tracks. */
function Rules({ playlist, rules: { id, closeRequests, close } }: RulesProps) {
  const save = useSaveRules(playlist.id)
  if (playlist.rules === undefined) return null
  return (
    <RulesEditor
      {...{ id, closeRequests }}
      rules={playlist.rules}
      isSaving={save.isPending}
      failure={save.error ? textOf(save.error, 'Die Regeln konnten nicht gespeichert werden.') : undefined}
      onSave={(changed) =>
        save.mutate(changed, {
          onSuccess: () => {
            close()
            showToast('Regeln gespeichert')
          },
        })
      }
      onClose={close}
    />
  )
}

/**
 * State of the panel with the rules. It opens when its button is pressed, and immediately for a playlist that was just
 * created.
 */
function useRulesPanel() {
  const id = useId()
  const { state } = useLocation()
  const buttonId = useId()
  const [isOpen, setIsOpen] = useState(() => wasJustCreated(state))
  const [closeRequests, setCloseRequests] = useState(0)
  return {
    id,
    buttonId,
    isOpen,
    /** How many times closing the editor was requested; see `RulesEditor`. */
    closeRequests,
    toggle: () => (isOpen ? setCloseRequests(closeRequests + 1) : setIsOpen(true)),
    close: () => {
      setIsOpen(false)
      document.querySelector<HTMLElement>(`#${CSS.escape(buttonId)}`)?.focus()
    },
  }
}

/** Shows a toast when the member loses the right to edit the playlist while its page is open. */
function useLostEditing(canEdit: boolean): void {
  const couldEdit = useRef(canEdit)
  useEffect(() => {
    if (couldEdit.current && !canEdit) showToast(playlistReadOnly.text, { kind: 'error' })
    couldEdit.current = canEdit
  }, [canEdit])
}

function Empty({ playlist, isOpen }: { playlist: Playlist; isOpen: boolean }) {
  return (
    <EmptyState
      title="Noch keine Titel"
      action={
        <Link to="/archive" className={buttonClass()}>
          Zum Archiv
        </Link>
      }
    >
      {playlist.rules !== undefined
        ? isOpen
          ? 'Zu den Regeln passt gerade kein Titel.'
          : 'Ohne Zugangsschlüssel bleibt sie leer.'
        : isEditable(playlist)
          ? 'Im Menü jedes Tracks und Albums steht „Zur Playlist hinzufügen…“.'
          : 'Hier ist noch nichts zu hören.'}
    </EmptyState>
  )
}

function rowActions(track: PlayableTrack, removal: RowAction | undefined) {
  return (
    <>
      <LikeButton track={track} className={styles.like} />
      <TrackMenuButton track={track} rowAction={removal} data-remove={removal && true} />
    </>
  )
}

interface EntriesProps {
  /** The playlist, with its entries in the displayed order. */
  open: OpenPlaylist
  /** Returns the name of the account that has added an entry. */
  nameOf: (addedBy: string | null) => string
  order: EntryOrder | undefined
  columns: readonly EntryColumn[]
  onOrder: (order: EntryOrder | undefined) => void
  isLocked: boolean
  /** Whether a press without modifier keys selects a row instead of playing it. */
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
  tracks: readonly PlayableTrack[]
  onMove: ((entryIds: readonly string[], after: string | null) => void) | undefined
  onRemove: ((entryIds: readonly string[]) => void) | undefined
}

function Entries(props: EntriesProps) {
  const { open, isLocked, isSelecting, onSelecting, tracks, onMove, onRemove } = props
  const { playlist, entries, people } = open
  const currentId = usePlayer(({ track }) => track?.id)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const [value, setSelection] = useState<TrackSelection>(NO_SELECTION)
  const clear = () => {
    setSelection(NO_SELECTION)
    onSelecting(false)
  }
  // Entries are not selected any more if another member has removed them, or if they do not match the search.
  const selected = value.keys.size === 0 ? [] : entries.filter(({ id }) => value.keys.has(id))
  const selectedTracks = selected.map(trackOfEntry).filter(isPlayable)
  const removeSelected =
    onRemove &&
    (() => {
      clear()
      onRemove(selected.map(({ id }) => id))
    })
  return (
    <div>
      <EntryList
        {...{ entries, people, isLocked, onMove }}
        nameOf={props.nameOf}
        order={props.order}
        columns={props.columns}
        onOrder={props.onOrder}
        current={currentId === undefined ? undefined : { id: currentId, isSounding: isSoundingNow }}
        selection={
          isLocked
            ? undefined
            : {
                value,
                onChange: setSelection,
                isOn: isSelecting,
                onStart: () => onSelecting(true),
                rowAction: removeSelected && {
                  ...ENTRY_REMOVAL,
                  onSelect: removeSelected,
                },
              }
        }
        onPlay={(track) => getPlayer().choose(tracks, track, sourceOfPlaylist(playlist))}
        actions={rowActions}
        onMenu={openTrackMenu}
        onRemove={onRemove && ((entryId) => onRemove([entryId]))}
      />
      {selected.length > 0 && (
        <SelectedTracksBar
          tracks={selectedTracks}
          count={selected.length}
          onClear={clear}
          onRemove={removeSelected}
        />
      )}
    </div>
  )
}
