import type { Album } from '@tonarchiv/contract/catalog'
import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { create } from 'zustand'
import { textOf } from '#client/api-error.ts'
import type { UploadOptions, UploadProgress } from '#client/uploads/upload.ts'
import {
  audioOfFolder,
  creditsOfRow,
  EMPTY_DRAFT,
  inNameOrder,
  NO_AUDIO,
  NO_PROBLEMS,
  probeLengths,
  problemOfAudio,
  problemOfFiles,
  readTags,
  usedRows,
  withArtists,
  withFile,
  withFilesInOrder,
  withRow,
  withTagTitle,
  withTrackTags,
  type AlbumDraft,
  type AlbumProblems,
} from '#features/catalog/index.ts'

/** The draft of tracks that are to be added to an album. */
interface AddedTracks {
  draft: AlbumDraft
  problems: Pick<AlbumProblems, 'tracks' | 'rows'>
  /** Set while the tracks are being uploaded. */
  upload: { progress: UploadProgress | undefined; cancel: () => void } | undefined
}

/** The upload of a file for a track that has none yet or whose file is replaced. */
interface Fill {
  /** The uploaded share of the file, 0 to 1. */
  share: number
  cancel: () => void
}

interface TracksEditor {
  /** The id of the admin to whom the drafts belong. */
  ownerId: string | undefined
  /** Drafts by the id of their album. They stay when the admin visits another page. */
  albums: Readonly<Record<string, AddedTracks>>
  /** Uploads by the id of their track. They continue when the admin visits another page. */
  fills: Readonly<Record<string, Fill>>
}

export const useTracksEditor = create<TracksEditor>(() => ({
  ownerId: undefined,
  albums: {},
  fills: {},
}))
const { getState: get, setState: set } = useTracksEditor

/** Opens the editor for this admin. Drafts of another admin are deleted. */
export function openTracksEditor(ownerId: string): void {
  const before = get()
  if (before.ownerId === ownerId) return
  for (const { upload } of Object.values(before.albums)) upload?.cancel()
  for (const { cancel } of Object.values(before.fills)) cancel()
  set({ ownerId, albums: {}, fills: {} })
}

export function beginAdding({ albumId, artists = [] }: Pick<Album, 'albumId' | 'artists'>): void {
  const draft = withArtists(
    EMPTY_DRAFT,
    artists.map(({ name }) => name),
  )
  const fresh = { draft, problems: NO_PROBLEMS, upload: undefined }
  set(({ albums }) => ({ albums: { [albumId]: fresh, ...albums } }))
}

/** Deletes the draft of an album, and cancels its upload. See docs/product.md §17.5. */
export function cancelAdding(albumId: string): void {
  set(({ albums: { [albumId]: canceled, ...albums } }) => {
    canceled?.upload?.cancel()
    return { albums }
  })
}

function change(albumId: string, changed: (now: AddedTracks) => Partial<AddedTracks>): void {
  set(({ albums }) => {
    const now = albums[albumId]
    return now ? { albums: { ...albums, [albumId]: { ...now, ...changed(now) } } } : { albums }
  })
}

/** Changes the draft of an album, and clears its errors. */
export function editTracks(albumId: string, edit: (draft: AlbumDraft) => AlbumDraft): void {
  change(albumId, ({ draft }) => ({ draft: edit(draft), problems: NO_PROBLEMS }))
}

export function chooseTrackFile(albumId: string, rowKey: number, file: File): void {
  const problem = problemOfAudio(file)
  if (problem === undefined) {
    editTracks(albumId, (draft) => withFile(draft, rowKey, file))
    learn(albumId, [file])
  } else change(albumId, () => ({ problems: { rows: { [rowKey]: problem } } }))
}

/** Adds a row for each audio file, sorted by file name. An error lists all files that are not audio. */
export function chooseTrackFiles(albumId: string, files: readonly File[]): void {
  takeFiles(albumId, inNameOrder(files))
}

/** Adds a row for each audio file of a folder, in the folder's own order. */
export function chooseTrackFolder(albumId: string, files: readonly File[]): void {
  const audio = audioOfFolder(files)
  if (audio.length > 0) takeFiles(albumId, audio)
  else change(albumId, () => ({ problems: { tracks: NO_AUDIO, rows: {} } }))
}

function takeFiles(albumId: string, files: readonly File[]): void {
  const audio = files.filter((file) => problemOfAudio(file) === undefined)
  const problem = problemOfFiles(files)
  editTracks(albumId, (draft) => withFilesInOrder(draft, audio))
  if (problem !== undefined) change(albumId, () => ({ problems: { tracks: problem, rows: {} } }))
  learn(albumId, audio)
}

function learn(albumId: string, files: readonly File[]): void {
  const show = (edit: (draft: AlbumDraft) => AlbumDraft) =>
    change(albumId, ({ draft }) => ({ draft: edit(draft) }))
  void probeLengths(files, (file, seconds) =>
    show((draft) => {
      const row = draft.rows.find((one) => one.file === file)
      return row ? withRow(draft, row.key, { durationSeconds: seconds }) : draft
    }),
  )
  void readTags(files, ({ file, tags: { title } }) => {
    if (title !== undefined) show((draft) => withTagTitle(draft, file, title))
  }).then((tagged) => show((draft) => withTrackTags(draft, tagged)))
}

/** Calls `send` and shows the progress of a track's upload until it is done. */
export async function whileFilling<T>(
  trackId: string,
  send: (options: UploadOptions) => Promise<T>,
): Promise<T> {
  const canceled = new AbortController()
  const cancel = () => canceled.abort()
  const show = (share: number) => set(({ fills }) => ({ fills: { ...fills, [trackId]: { share, cancel } } }))
  show(0)
  try {
    return await send({
      signal: canceled.signal,
      onProgress: ({ sentBytes, totalBytes }) => show(totalBytes > 0 ? sentBytes / totalBytes : 0),
    })
  } finally {
    set(({ fills: { [trackId]: _done, ...fills } }) => ({ fills }))
  }
}

/** Creates the form data to send. A row without a file becomes a placeholder track. */
function formOf(albumId: string, draft: AlbumDraft): FormData {
  const form = new FormData()
  const rows = usedRows(draft)
  form.set('albumTitle', albumId)
  form.set('newTrackCount', String(rows.length))
  for (const [index, row] of rows.entries()) {
    const { title, durationSeconds } = row
    form.set(`newTrackTitle${index}`, title.trim().slice(0, TITLE_MAX_LENGTH))
    const { artists, features } = creditsOfRow(draft, row)
    if (artists) form.set(`newTrackArtists${index}`, JSON.stringify(artists))
    if (features) form.set(`newTrackFeatures${index}`, JSON.stringify(features))
    if (durationSeconds) form.set(`newTrackDuration${index}`, String(durationSeconds))
  }
  for (const [index, { file }] of rows.entries()) {
    if (file) form.set(`newTrack${index}`, file, file.name.slice(-60))
  }
  return form
}

/** Uploads the tracks of an album's draft. If that succeeds, the draft is removed; otherwise it stays. */
export async function submitTracks(
  { albumId }: Pick<Album, 'albumId'>,
  send: (tracks: { form: FormData } & UploadOptions) => Promise<unknown>,
): Promise<void> {
  const tracks = get().albums[albumId]
  if (!tracks || tracks.upload) return
  const canceled = new AbortController()
  const cancel = () => canceled.abort()
  change(albumId, () => ({ upload: { progress: undefined, cancel } }))
  try {
    await send({
      form: formOf(albumId, tracks.draft),
      signal: canceled.signal,
      onProgress: (progress) => change(albumId, () => ({ upload: { progress, cancel } })),
    })
    cancelAdding(albumId)
  } catch (failure) {
    const problem = textOf(failure, 'Die Tracks konnten nicht hinzugefügt werden.')
    change(albumId, () => ({
      upload: undefined,
      ...(!canceled.signal.aborted && { problems: { tracks: problem, rows: {} } }),
    }))
  }
}
