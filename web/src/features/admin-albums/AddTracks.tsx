import { TITLE_MAX_LENGTH, type Album } from '@tonarchiv/contract/archive'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { UploadProgress } from '#client/upload.ts'
import {
  EMPTY_DRAFT,
  NO_PROBLEMS,
  probeLengths,
  problemOfAudio,
  readTitles,
  TrackRows,
  usedRows,
  withFile,
  withFiles,
  withNewRow,
  withoutRow,
  withRow,
  withTagTitle,
  type AlbumDraft,
  type AlbumProblems,
  type RowActions,
} from '#features/archive/index.ts'
import { Button } from '#ui/Button.tsx'
import { UploadStatus } from '#ui/UploadStatus.tsx'
import { useAddTracks } from './api.ts'
import styles from './TrackManagement.module.css'

/** The form that is sent; a row without a file becomes a placeholder. */
function formOf(albumTitle: string, draft: AlbumDraft): FormData {
  const form = new FormData()
  const rows = usedRows(draft)
  form.set('albumTitle', albumTitle)
  form.set('newTrackCount', String(rows.length))
  for (const [index, { title, durationSeconds }] of rows.entries()) {
    form.set(`newTrackTitle${index}`, title.trim().slice(0, TITLE_MAX_LENGTH))
    if (durationSeconds) form.set(`newTrackDuration${index}`, String(durationSeconds))
  }
  for (const [index, { file }] of rows.entries()) {
    if (file) form.set(`newTrack${index}`, file, file.name.slice(-60))
  }
  return form
}

/** Rows for further tracks of an album. Spec §5: at least one needs title and file. */
export function AddTracks({ album, onAdded }: { album: Album; onAdded: () => void }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [problems, setProblems] = useState<Pick<AlbumProblems, 'tracks' | 'rows'>>(NO_PROBLEMS)
  const [upload, setUpload] = useState<{ progress: UploadProgress | undefined; cancel: () => void }>()
  const add = useAddTracks()

  const learn = (files: readonly File[]) => {
    void probeLengths(files, (file, seconds) =>
      setDraft((now) => {
        const row = now.rows.find((one) => one.file === file)
        return row ? withRow(now, row.key, { durationSeconds: seconds }) : now
      }),
    )
    void readTitles(files, (file, title) => setDraft((now) => withTagTitle(now, file, title)))
  }
  const [actions] = useState<RowActions>(() => ({
    onTitle: (key, title) => {
      setDraft((now) => withRow(now, key, { title }))
      setProblems(NO_PROBLEMS)
    },
    onFile: (key, file) => {
      const problem = problemOfAudio(file)
      setProblems(problem === undefined ? NO_PROBLEMS : { rows: { [key]: problem } })
      if (problem !== undefined) return
      setDraft((now) => withFile(now, key, file))
      learn([file])
    },
    onFiles: (files) => {
      const audio = files.filter((file) => problemOfAudio(file) === undefined)
      const problem = files.map(problemOfAudio).find((text) => text !== undefined)
      setProblems(problem === undefined ? NO_PROBLEMS : { tracks: problem, rows: {} })
      setDraft((now) => withFiles(now, audio))
      learn(audio)
    },
    onRemove: (key) => setDraft((now) => withoutRow(now, key)),
  }))

  const isReady = draft.rows.some(({ title, file }) => title.trim() !== '' && file !== undefined)
  const send = () => {
    const canceled = new AbortController()
    const cancel = () => canceled.abort()
    setUpload({ progress: undefined, cancel })
    add.mutate(
      {
        form: formOf(album.albumId, draft),
        signal: canceled.signal,
        onProgress: (progress) => setUpload({ progress, cancel }),
      },
      {
        onSuccess: onAdded,
        onError: (failure) => {
          if (failure instanceof ApiError) setProblems({ tracks: failure.text, rows: {} })
        },
        onSettled: () => setUpload(undefined),
      },
    )
  }

  return (
    <section className={styles.add} aria-label={`Add Tracks: ${album.albumTitel}`} lang="de">
      <h3 lang="en">Add Tracks</h3>
      <TrackRows rows={draft.rows} problems={problems} isSending={upload !== undefined} actions={actions} />
      {upload && <UploadStatus title={album.albumTitel} {...upload} />}
      <div className={styles.end}>
        <Button small disabled={upload !== undefined} onClick={() => setDraft(withNewRow)}>
          <Plus className="icon icon-small" aria-hidden />
          Zeile hinzufügen
        </Button>
        <Button kind="primary" small lang="en" disabled={!isReady} busy={upload !== undefined} onClick={send}>
          Add Tracks
        </Button>
      </div>
    </section>
  )
}
