import type { Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import type { CSSProperties } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import styles from './DownloadButton.module.css'
import { download, downloadAlbum, downloadPlaylist } from './download.ts'
import { useIsConnectionLost } from '#client/connection.ts'
import { useDownload, type RunningDownload } from '#client/running-downloads.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { isMissing, type Track } from '#features/tracks/index.ts'

/** Downloads the current track. During the download a ring shows the progress, and a press cancels the download. */
export function DownloadButton() {
  const track = usePlayer((state) => state.track)
  return (
    <RingButton
      id={track?.id}
      label="Herunterladen"
      disabled={!track}
      onStart={() => track && void download(track)}
    />
  )
}

/** The menu item that downloads a track. */
export function TrackDownloadItem({ track }: { track: Track }) {
  return <DownloadItem id={track.id} disabled={isMissing(track)} onStart={() => void download(track)} />
}

/** Downloads all files of an album as a ZIP. During the download a ring shows the progress, and a press cancels it. */
export function AlbumDownloadButton({ album }: { album: Album }) {
  return (
    <RingButton
      id={album.albumId}
      label="Album herunterladen"
      disabled={album.tracks.every(isMissing)}
      onStart={() => void downloadAlbum(album)}
    />
  )
}

/** The menu item that downloads all files of an album. */
export function AlbumDownloadItem({ album }: { album: Album }) {
  return (
    <DownloadItem
      id={album.albumId}
      disabled={album.tracks.every(isMissing)}
      onStart={() => void downloadAlbum(album)}
    />
  )
}

interface PlaylistDownloadProps {
  playlist: Pick<Playlist, 'id' | 'title'>
  /** Whether no track of the playlist has a file. */
  disabled: boolean
}

/**
 * Downloads all files of a playlist as a ZIP. On phones the button appears only during a download that was started in
 * the menu; there it shows the progress.
 */
export function PlaylistDownloadButton({ playlist, disabled }: PlaylistDownloadProps) {
  return (
    <RingButton
      id={playlist.id}
      label="Playlist herunterladen"
      className={styles.inMenu}
      disabled={disabled}
      onStart={() => void downloadPlaylist(playlist)}
    />
  )
}

/** The menu item that downloads all files of a playlist. */
export function PlaylistDownloadItem({ playlist, disabled }: PlaylistDownloadProps) {
  return <DownloadItem id={playlist.id} disabled={disabled} onStart={() => void downloadPlaylist(playlist)} />
}

interface DownloadProps {
  /** The id of the track, album or playlist. */
  id: string | undefined
  label: string
  disabled: boolean
  onStart: () => void
}

function DownloadItem({ id, disabled, onStart }: Omit<DownloadProps, 'label'>) {
  const running = useDownload(id)
  const isLost = useIsConnectionLost()
  const Icon = running ? X : Download
  return (
    <MenuItem
      disabled={disabled || (isLost && !running)}
      icon={<Icon className="icon" aria-hidden />}
      onSelect={running?.cancel ?? onStart}
    >
      {running ? `Download abbrechen${percentText(running)}` : 'Herunterladen'}
    </MenuItem>
  )
}

interface RingButtonProps extends DownloadProps {
  /** The class of the button while no download is running. */
  className?: string | undefined
}

function RingButton({ id, label, disabled, className, onStart }: RingButtonProps) {
  const running = useDownload(id)
  const isLost = useIsConnectionLost()
  if (running) {
    const style: CSSProperties & { '--share': number } = { '--share': running.share ?? 0 }
    return (
      <IconButton
        label={`Download abbrechen${percentText(running)}`}
        className={styles.running}
        style={style}
        onClick={oncePerDoubleClick(running.cancel)}
      >
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    )
  }
  return (
    <IconButton
      label={label}
      className={className}
      disabled={disabled || isLost}
      onClick={oncePerDoubleClick(onStart)}
    >
      <Download className="icon" aria-hidden />
    </IconButton>
  )
}

/** A button with a label that downloads any track, or cancels the running download of that track. */
export function DownloadAction({ track }: { track: Track }) {
  const running = useDownload(track.id)
  const press = running?.cancel ?? (() => void download(track))
  const Icon = running ? X : Download
  return (
    <Button kind="primary" data-autofocus onClick={oncePerDoubleClick(press)}>
      <Icon className="icon icon-small" aria-hidden />
      {running ? `Abbrechen${percentText(running)}` : 'Herunterladen'}
    </Button>
  )
}

function percentText({ share }: RunningDownload): string {
  return share === undefined ? '' : `, ${Math.round(share * 100)} %`
}
