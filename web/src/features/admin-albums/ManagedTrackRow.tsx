import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import MicVocal from 'lucide-react/icons/mic-vocal'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { ConversionTag, isPlayable, type Go, type Track } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Grip } from '#ui/components/controls/Grip.tsx'
import type { MovableRow } from './MovableRows.tsx'
import { useTracksEditor } from './tracks-editor.ts'
import styles from './TrackManagement.module.css'

interface ManagedTrackRowProps extends Omit<MovableRow, 'goTo' | 'ref'> {
  track: Track
  count: number
  onRename: () => void
  lyricsPath: string
  go: Go
  onFill: () => void
  onDelete: () => void
}

/** The row of a track in an open album. */
export function ManagedTrackRow({
  track,
  index,
  count,
  className,
  style,
  grip,
  onRename,
  lyricsPath,
  go,
  onFill,
  onDelete,
}: ManagedTrackRowProps) {
  /** The upload of a file for this track, if one is in progress. */
  const fill = useTracksEditor(({ fills }) => fills[track.id])
  const { title } = track
  const missing = !isPlayable(track)
  return (
    <li
      className={classNames(styles.track, className)}
      style={style}
      data-track={track.id}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <Grip title={title} isSmall grip={grip} />
      <span className={styles.position}>{index + 1}</span>
      <span className={classNames(styles.name, missing && styles.missing)} title={title}>
        {title}
      </span>
      <span className={styles.leader} aria-hidden />
      {fill ? (
        <span className={styles.time} aria-live="polite">
          Wird hochgeladen... {Math.floor(fill.share * 100)} %
        </span>
      ) : missing ? (
        <Tag kind="warning">Fehlt</Tag>
      ) : track.needsConversion === true ? (
        <ConversionTag />
      ) : (
        <span className={styles.time}>{formatTime(track.durationSeconds)}</span>
      )}
      {fill ? (
        <IconButton label={`Hochladen von ${title} abbrechen`} className={styles.more} onClick={fill.cancel}>
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      ) : (
        <TrackActions {...{ title, missing, onRename, lyricsPath, go, onFill, onDelete }} />
      )}
    </li>
  )
}

interface TrackActionsProps extends Pick<
  ManagedTrackRowProps,
  'onRename' | 'lyricsPath' | 'go' | 'onFill' | 'onDelete'
> {
  title: string
  missing: boolean
}

function TrackActions({ title, missing, onRename, lyricsPath, go, onFill, onDelete }: TrackActionsProps) {
  return (
    <MenuButton
      label={`Aktionen für ${title}`}
      className={styles.more}
      align="end"
      trigger={<Ellipsis className="icon icon-small" aria-hidden />}
    >
      <MenuItem icon={<Upload className="icon" aria-hidden />} onSelect={onFill}>
        {missing ? 'Datei hochladen' : 'Datei ersetzen'}
      </MenuItem>
      <MenuItem icon={<Pencil className="icon" aria-hidden />} onSelect={onRename}>
        Titel ändern
      </MenuItem>
      <MenuItem
        href={lyricsPath}
        icon={<MicVocal className="icon" aria-hidden />}
        onSelect={() => go(lyricsPath)}
      >
        Songtext bearbeiten
      </MenuItem>
      <MenuItem danger icon={<Trash className="icon" aria-hidden />} onSelect={onDelete}>
        Track löschen
      </MenuItem>
    </MenuButton>
  )
}
