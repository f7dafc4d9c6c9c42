import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive'
import FileAudio from 'lucide-react/icons/file-audio'
import FileMusic from 'lucide-react/icons/file-music'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/class-names.ts'
import { DropZone } from '#ui/DropZone.tsx'
import { FieldError, TextField } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { isPlaceholder, withoutRow, withRow, type DraftRow } from './album-draft.ts'
import { chooseTrack, chooseTracks, editDraft, useAlbumEditor } from './album-editor.ts'
import formStyles from './AlbumForm.module.css'
import styles from './TrackRows.module.css'

const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'
const PROBLEM_ID = 'album-tracks-problem'

/** The tracks of the new album, row by row or many files at once. */
export function TrackRows() {
  const rows = useAlbumEditor((editor) => editor.draft.rows)
  const problems = useAlbumEditor((editor) => editor.problems)
  const isSending = useAlbumEditor((editor) => editor.upload !== undefined)
  return (
    <div className={formStyles.card}>
      <div className={styles.head}>
        <h2>Tracks</h2>
        <span>{rows.length === 1 ? '1 Zeile' : `${rows.length} Zeilen`}</span>
      </div>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <TrackRow
            key={row.key}
            row={row}
            number={index + 1}
            problem={problems.rows[row.key]}
            isDisabled={isSending}
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
          describedBy={problems.tracks && PROBLEM_ID}
          onFiles={chooseTracks}
        >
          <FileMusic className="icon icon-large" aria-hidden />
          <strong>Mehrere Audiodateien hierher ziehen</strong>
          <span className={formStyles.hint}>MP3, M4A, WAV, FLAC, OGG, OPUS. Jede Datei wird eine Zeile.</span>
        </DropZone>
        {problems.tracks !== undefined && <FieldError id={PROBLEM_ID}>{problems.tracks}</FieldError>}
      </div>
    </div>
  )
}

interface TrackRowProps {
  row: DraftRow
  number: number
  problem: string | undefined
  isDisabled: boolean
}

const TrackRow = memo(function TrackRow({ row, number, problem, isDisabled }: TrackRowProps) {
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
        onChange={({ currentTarget: { value } }) =>
          editDraft((draft) => withRow(draft, key, { title: value }), { field: 'tracks', rowKey: key })
        }
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
        onFiles={([chosen]) => chosen && chooseTrack(key, chosen)}
      >
        <Icon className="icon icon-small" aria-hidden />
        <span className="truncate">{file ? file.name : 'Audiodatei auswählen'}</span>
        {durationSeconds !== undefined && <span className={styles.time}>{formatTime(durationSeconds)}</span>}
      </DropZone>
      {number > 1 && (
        <IconButton
          label={`Zeile ${number} entfernen`}
          disabled={isDisabled}
          onClick={() => editDraft((draft) => withoutRow(draft, key), { rowKey: key })}
        >
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </li>
  )
})
