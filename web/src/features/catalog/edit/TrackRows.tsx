import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import FileAudio from 'lucide-react/icons/file-audio'
import FileMusic from 'lucide-react/icons/file-music'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { memo, useId, useRef } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { DropZone } from '#ui/components/fields/DropZone.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { isPlaceholder, type DraftRow } from './album-draft.ts'
import type { AlbumProblems } from './album-problems.ts'
import styles from './TrackRows.module.css'

const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'

/** The functions that change rows. Their identities stay the same, so that only the changed row renders again. */
export interface RowActions {
  onTitle: (rowKey: number, title: string) => void
  /** Called when an admin edits the artists or features of a row; only rows whose tags name them have these fields. */
  onArtists: (rowKey: number, artists: Pick<DraftRow, 'artists' | 'features'>) => void
  onFile: (rowKey: number, file: File) => void
  onFiles: (files: readonly File[]) => void
  onFolder: (files: readonly File[]) => void
  onRemove: (rowKey: number) => void
}

interface TrackRowsProps {
  rows: readonly DraftRow[]
  problems: Pick<AlbumProblems, 'tracks' | 'rows'>
  isSending: boolean
  actions: RowActions
}

/** The rows for the tracks of a new album. They are added one by one, or many at once by choosing files. */
export function TrackRows({ rows, problems, isSending, actions }: TrackRowsProps) {
  const problemId = useId()
  const list = useRef<HTMLOListElement>(null)
  // After a row was removed, the focus moves to the row that takes its place, or to the last row.
  useRestoredFocus(list, (lost) => {
    const place = Number(lost.getAttribute('data-removes-row'))
    const row = list.current?.children[Math.min(place, rows.length) - 1]
    return row?.querySelector<HTMLElement>('[data-removes-row]') ?? row?.querySelector('input')
  })
  return (
    <>
      <ol ref={list} className={styles.rows}>
        {rows.map((row, index) => (
          <TrackRow
            key={row.key}
            row={row}
            number={index + 1}
            problem={problems.rows[row.key]}
            isDisabled={isSending}
            actions={actions}
          />
        ))}
      </ol>
      <div data-problem={problems.tracks && ''}>
        <DropZone
          label="Mehrere Audiodateien auswählen"
          accept={AUDIO}
          multiple
          disabled={isSending}
          className={styles.drop}
          describedBy={problems.tracks && problemId}
          onFiles={actions.onFiles}
          onFolder={actions.onFolder}
        >
          <FileMusic className="icon icon-large" aria-hidden />
          <strong>Mehrere Audiodateien oder einen Ordner hierher ziehen</strong>
          <Text size="sm" tone="faint">
            MP3, M4A, WAV, FLAC, OGG, OPUS. Jede Datei wird eine Zeile.
          </Text>
        </DropZone>
        {problems.tracks !== undefined && <FieldError id={problemId}>{problems.tracks}</FieldError>}
      </div>
    </>
  )
}

interface TrackRowProps {
  row: DraftRow
  number: number
  problem: string | undefined
  isDisabled: boolean
  actions: RowActions
}

/**
 * The fields for the artists and features of a row. They are shown only if the tags of its file name other artists than
 * the album has.
 */
function RowArtists({ row, number, isDisabled, actions }: Omit<TrackRowProps, 'problem'>) {
  const { key, artists, features } = row
  const { onArtists } = actions
  if (artists === undefined && features === undefined) return null
  return (
    <div className={styles.artists}>
      {artists !== undefined && (
        <TextField
          label={`Künstler ${number}`}
          labelHidden
          placeholder="Künstler"
          autoComplete="off"
          disabled={isDisabled}
          value={artists}
          onChange={({ currentTarget: { value } }) => onArtists(key, { artists: value })}
        />
      )}
      {features !== undefined && (
        <TextField
          label={`Features ${number}`}
          labelHidden
          placeholder="Features"
          autoComplete="off"
          disabled={isDisabled}
          value={features}
          onChange={({ currentTarget: { value } }) => onArtists(key, { features: value })}
        />
      )}
    </div>
  )
}

const TrackRow = memo(function TrackRow({ row, number, problem, isDisabled, actions }: TrackRowProps) {
  const { key, title, file, durationSeconds } = row
  const Icon = file ? FileAudio : Upload
  return (
    <li className={styles.row}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <TextField
        label={`Titel ${number}`}
        labelHidden
        placeholder="Titel"
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        disabled={isDisabled}
        value={title}
        error={problem}
        hint={isPlaceholder(row) ? 'Ohne Datei erscheint der Track als [FEHLT]' : undefined}
        onChange={({ currentTarget: { value } }) => actions.onTitle(key, value)}
      />
      <DropZone
        label={
          file
            ? `Datei von Zeile ${number} ändern, gewählt ist ${file.name}`
            : `Audiodatei für Zeile ${number}`
        }
        accept={AUDIO}
        disabled={isDisabled}
        className={classNames(styles.file, file && styles.chosen)}
        onFiles={([chosen]) => chosen && actions.onFile(key, chosen)}
      >
        <Icon className="icon icon-small" aria-hidden />
        <Text truncate>{file ? file.name : 'Audiodatei auswählen'}</Text>
        {durationSeconds !== undefined && <span className={styles.time}>{formatTime(durationSeconds)}</span>}
      </DropZone>
      <RowArtists {...{ row, number, isDisabled, actions }} />
      {number > 1 && (
        <IconButton
          label={`Zeile ${number} entfernen`}
          data-removes-row={number}
          disabled={isDisabled}
          onClick={() => actions.onRemove(key)}
        >
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </li>
  )
})
