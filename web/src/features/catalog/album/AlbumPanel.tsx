import type { Album } from '@tonarchiv/contract/catalog'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Pencil from 'lucide-react/icons/pencil'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Shuffle from 'lucide-react/icons/shuffle'
import TextQuote from 'lucide-react/icons/text-quote'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import {
  ArtistLinks,
  isPlayable,
  tracksOfAlbum,
  TrackTable,
  type CurrentTrack,
  type RenderSelected,
  type TrackTableActions,
} from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import styles from './AlbumPanel.module.css'
import { lengthOfAlbum, yearAndType } from '../albums/wording.ts'
import { AlbumNotes, notesId } from '../notes/AlbumNotes.tsx'

/** Width in CSS pixels of the cover beside the tracks. */
const COVER_WIDTH = 248

export interface AlbumPlaying {
  current?: (CurrentTrack & { albumTitel: string }) | undefined
  /** Plays or pauses a track of the album; without a track id, the whole album. */
  onPlay: (album: Album, trackId?: string) => void
  /** Renders further actions for a track. */
  actions?: TrackTableActions['actions']
  /** Renders the actions for the whole album that are shown beside the title on its card. */
  albumActions?: ((album: Album) => ReactNode) | undefined
  onShuffle?: ((album: Album) => void) | undefined
  /** Renders further actions for the whole album, in the panel of the open album. */
  panelActions?: ((album: Album) => ReactNode) | undefined
  /** Rendered below the panel's actions. */
  panelFoot?: ((album: Album) => ReactNode) | undefined
  /** Opens the context menu of the album, after a right click, a long press or the menu key. */
  onAlbumMenu?: ((album: Album, at: MenuAnchor) => void) | undefined
  onMenu?: TrackTableActions['onMenu']
  /** Renders the actions for the selected tracks; without it, tracks cannot be selected. */
  renderSelected?: RenderSelected | undefined
  /** The id of the track that a link has named. */
  linkedId?: string | undefined
  /** Returns the path of the page that edits an album; given for admins. */
  editPath?: ((album: Album) => string) | undefined
}

interface AlbumPanelProps extends Omit<AlbumPlaying, 'onAlbumMenu' | 'albumActions'> {
  album: Album
  tone: string | undefined
  /** Called when the cover image has loaded. */
  onCover: (image: HTMLImageElement) => void
  onClose: () => void
}

/** The content of an open album: its cover and buttons, its tracks and its liner notes. */
export function AlbumPanel({
  album,
  tone,
  onCover,
  current,
  onPlay,
  actions,
  onShuffle,
  panelActions,
  panelFoot,
  onMenu,
  renderSelected,
  linkedId,
  editPath,
  onClose,
}: AlbumPanelProps) {
  const tracks = useMemo(() => tracksOfAlbum(album), [album])
  const isPlaying = current?.isSounding === true && current.albumTitel === album.albumTitel
  const isSilent = !tracks.some(isPlayable)
  const Icon = isPlaying ? Pause : Play
  return (
    <section
      className={classNames(styles.panel, 'toned')}
      style={toneStyle(tone)}
      aria-label={album.albumTitel}
    >
      <div className={styles.side}>
        <div className={styles.sleeve}>
          <Sleeve src={imageUrl(album.albumCover)} size={COVER_WIDTH} out onReady={onCover} />
        </div>
        <h2>{album.albumTitel}</h2>
        {album.artists && (
          <p className={styles.artist}>
            <ArtistLinks artists={album.artists} />
          </p>
        )}
        <p className={styles.liner}>
          <span>{yearAndType(album)}</span> <span>{lengthOfAlbum(album)}</span>
        </p>
        <div className={styles.actions}>
          <Button kind="inverse" disabled={isSilent} onClick={oncePerDoubleClick(() => onPlay(album))}>
            <Icon className={classNames('icon icon-small', styles.solid)} aria-hidden />
            {isPlaying ? 'Pausieren' : 'Abspielen'}
          </Button>
          {onShuffle && (
            <IconButton label="Zufällig" disabled={isSilent} onClick={() => onShuffle(album)}>
              <Shuffle className="icon" aria-hidden />
            </IconButton>
          )}
          {panelActions?.(album)}
          <IconButton label="Album schließen" onClick={onClose}>
            <ChevronUp className="icon" aria-hidden />
          </IconButton>
        </div>
        {panelFoot && <div className={styles.foot}>{panelFoot(album)}</div>}
        <SideLinks album={album} editPath={editPath?.(album)} />
      </div>
      <div>
        <TrackTable
          {...{ tracks, current, actions, onMenu, renderSelected, linkedId }}
          onPlay={(track) => onPlay(album, track.id)}
        />
        {album.hasNotes && <AlbumNotes album={album} />}
      </div>
    </section>
  )
}

/** A link to the notes below the tracks and, for admins, a link to the page that edits the album. */
function SideLinks({ album, editPath }: { album: Album; editPath: string | undefined }) {
  if (album.hasNotes !== true && editPath === undefined) return null
  return (
    <div className={styles.links}>
      {album.hasNotes && (
        <a
          href={`#${notesId(album)}`}
          onClick={(event) => {
            // The URL is not changed, because otherwise Back would lead to the same page.
            event.preventDefault()
            const notes = document.querySelector<HTMLElement>(`#${CSS.escape(notesId(album))}`)
            notes?.scrollIntoView()
            notes?.focus({ preventScroll: true })
          }}
        >
          <TextQuote className="icon icon-small" aria-hidden />
          Notizen und Mitwirkende
        </a>
      )}
      {editPath !== undefined && (
        <Link to={editPath}>
          <Pencil className="icon icon-small" aria-hidden />
          Album bearbeiten
        </Link>
      )}
    </div>
  )
}
