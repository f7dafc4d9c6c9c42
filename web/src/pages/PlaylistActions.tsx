import type { Playlist } from '@tonarchiv/contract/playlists'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Shuffle from 'lucide-react/icons/shuffle'
import Trash from 'lucide-react/icons/trash-2'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ShareItem, subjectOfPlaylist } from '#features/cards/index.ts'
import { OpenRoomItem, roomWithPlaylist } from '#features/rooms/index.ts'
import { useFriends } from '#features/friends/index.ts'
import { getPlayer, PlaylistDownloadButton, PlaylistDownloadItem } from '#features/player/index.ts'
import {
  Collaborators,
  PlaylistForm,
  PlaylistMenuItems,
  useDeletePlaylist,
  useFollow,
  useUpdatePlaylist,
} from '#features/playlists/index.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './PlaylistPage.module.css'

interface PlaylistActionsProps {
  playlist: Playlist
  /** The playable tracks of the playlist, in the displayed order. */
  tracks: readonly PlayableTrack[]
  userId: string
  /** Whether the member has archive access. */
  isOpen: boolean
  /** Whether further entries of the playlist are being loaded. */
  isLoading: boolean
  /** Whether the playlist is playing now. */
  isSounding: boolean
  /** The panel with the rules; undefined unless this is a smart playlist of the account. */
  rules?: RulesPanel
}

/** The panel with the rules of a smart playlist, which a button opens and closes. */
export interface RulesPanel {
  /** The id of the panel's element. */
  id: string
  isOpen: boolean
  /** The id of the button, which gets the focus when the panel is closed. */
  buttonId: string
  /** Opens or closes the panel. If there are unsaved changes, closing requires a confirmation. */
  toggle: () => void
}

/** Names a playlist as the source of the tracks that are played from it. */
export function sourceOfPlaylist({ id, title }: Pick<Playlist, 'id' | 'title'>): {
  title: string
  path: string
} {
  return { title, path: `/playlists/${id}` }
}

type OpenDialog = 'edit' | 'people' | 'delete'

/** The buttons of a playlist: play, follow and download; for the owner also invite, edit and delete. */
export function PlaylistActions(props: PlaylistActionsProps) {
  const { playlist, tracks, userId, isOpen, isLoading, isSounding, rules } = props
  const cannotPlay = isLoading || tracks.length === 0
  const [dialog, setDialog] = useState<OpenDialog>()
  const [edits, setEdits] = useState(0)
  const follow = useFollow()
  const isOwner = playlist.role === 'owner'
  const edit = () => {
    setEdits(edits + 1)
    setDialog('edit')
  }
  const source = sourceOfPlaylist(playlist)
  const play = (isShuffled: boolean) => getPlayer().playAll(tracks, { isShuffled, source })
  const PlayIcon = isSounding ? Pause : Play
  return (
    <>
      <Button
        kind="inverse"
        disabled={cannotPlay && !isSounding}
        onClick={() => (isSounding ? getPlayer().pause() : play(false))}
      >
        <PlayIcon className={`icon icon-small ${styles.solid}`} aria-hidden />
        {isSounding ? 'Pausieren' : 'Alle abspielen'}
      </Button>
      <IconButton label="Zufällig" disabled={cannotPlay} onClick={() => play(true)}>
        <Shuffle className="icon" aria-hidden />
      </IconButton>
      {isOpen && isOwner && (
        <>
          {rules ? (
            <Button
              kind="tint"
              id={rules.buttonId}
              aria-expanded={rules.isOpen}
              aria-controls={rules.id}
              onClick={rules.toggle}
            >
              <WandSparkles className="icon icon-small" aria-hidden />
              Regeln
            </Button>
          ) : (
            <IconButton label="Mitwirkende einladen" onClick={() => setDialog('people')}>
              <UserRoundPlus className="icon" aria-hidden />
            </IconButton>
          )}
          <IconButton
            label="Playlist bearbeiten"
            className={classNames(styles.edit, rules && styles.besideRules)}
            onClick={edit}
          >
            <Pencil className="icon" aria-hidden />
          </IconButton>
        </>
      )}
      {isOpen && playlist.role === 'reader' && (
        <Button
          aria-pressed={playlist.isFollowed}
          busy={follow.isPending}
          onClick={() => follow.mutate({ playlist, isFollowed: !playlist.isFollowed })}
        >
          {playlist.isFollowed ? 'Gefolgt' : 'Folgen'}
        </Button>
      )}
      {isOpen && <PlaylistDownloadButton playlist={playlist} disabled={playlist.entryCount === 0} />}
      {isOpen && <More {...{ playlist, userId }} onEdit={edit} onDelete={() => setDialog('delete')} />}
      {isOwner && <OwnerDialogs {...{ playlist, dialog, edits }} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface MoreProps {
  playlist: Playlist
  userId: string
  onEdit: () => void
  onDelete: () => void
}

function More({ playlist, userId, onEdit, onDelete }: MoreProps) {
  return (
    <MenuButton
      label="Mehr zu dieser Playlist"
      className={buttonClass({ kind: 'ghost' })}
      trigger={<Ellipsis className="icon" aria-hidden />}
    >
      <PlaylistMenuItems {...{ playlist, userId }}>
        <PlaylistDownloadItem playlist={playlist} disabled={playlist.entryCount === 0} />
        <ShareItem subject={subjectOfPlaylist(playlist)} />
        {playlist.entryCount > 0 && <OpenRoomItem subject={() => roomWithPlaylist(playlist)} />}
      </PlaylistMenuItems>
      {playlist.role === 'owner' && (
        <>
          <MenuItem icon={<Pencil className="icon" aria-hidden />} onSelect={onEdit}>
            Bearbeiten
          </MenuItem>
          <MenuItem danger icon={<Trash className="icon" aria-hidden />} onSelect={onDelete}>
            Löschen
          </MenuItem>
        </>
      )}
    </MenuButton>
  )
}

interface OwnerDialogsProps {
  playlist: Playlist
  dialog: OpenDialog | undefined
  /** How many times the form was opened. Each time it starts with the stored values. */
  edits: number
  onClose: () => void
}

function OwnerDialogs({ playlist, dialog, edits, onClose }: OwnerDialogsProps) {
  const navigate = useNavigate()
  const update = useUpdatePlaylist(playlist.id)
  const remove = useDeletePlaylist()
  const { data: friends } = useFriends()
  return (
    <>
      <PlaylistForm
        key={edits}
        playlist={playlist}
        open={dialog === 'edit'}
        busy={update.isPending}
        failure={update.error}
        onSave={(head, cover) => update.mutate({ ...head, cover }, { onSuccess: onClose })}
        onClose={onClose}
      />
      <Collaborators
        playlist={playlist}
        friends={friends?.friends ?? []}
        open={dialog === 'people'}
        onClose={onClose}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        title="Playlist löschen"
        confirm="Löschen"
        onCancel={onClose}
        onConfirm={() => {
          // Opens the list before the call, because this page is removed when the call succeeds.
          void navigate('/playlists', { replace: true })
          remove.mutate(playlist.id)
        }}
      >
        Möchtest du „{playlist.title}“ wirklich löschen? Die Titel bleiben im Archiv.
      </ConfirmDialog>
    </>
  )
}
