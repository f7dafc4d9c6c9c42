import { create } from 'zustand'
import { ApiError, textOf } from '#client/api-error.ts'
import type { UploadOptions, UploadProgress } from '#client/uploads/upload.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import {
  EMPTY_DRAFT,
  formOf,
  inNameOrder,
  withFile,
  withFilesInOrder,
  withTagTitle,
  type AlbumDraft,
} from './album-draft.ts'
import { withAlbumTags } from './album-from-tags.ts'
import {
  hasProblems,
  NO_PROBLEMS,
  problemOfAudio,
  problemOfCover,
  problemOfFiles,
  problemsOf,
  problemsOfRefusal,
  type AlbumProblems,
} from './album-problems.ts'
import { probeLengths } from './audio-length.ts'
import { audioOfFolder, coverOfFolder, NO_AUDIO } from './folder-files.ts'
import { readTags, type TaggedFile } from '../tags/read-tags.ts'

/** The draft of a new album. It stays when the admin visits another page. */
interface AlbumEditor {
  /** The id of the admin to whom the draft belongs. */
  ownerId: string | undefined
  draft: AlbumDraft
  problems: AlbumProblems
  /** The error of the whole form. */
  failure: string | undefined
  /** Set while the album is being uploaded. */
  upload: { progress: UploadProgress | undefined; cancel: () => void } | undefined
}

const FRESH: Omit<AlbumEditor, 'ownerId'> = {
  draft: EMPTY_DRAFT,
  problems: NO_PROBLEMS,
  failure: undefined,
  upload: undefined,
}

export const useAlbumEditor = create<AlbumEditor>(() => ({ ownerId: undefined, ...FRESH }))

/** Opens the editor for this admin. A draft of another admin is deleted. */
export function openEditor(ownerId: string): void {
  const before = useAlbumEditor.getState()
  if (before.ownerId === ownerId) return
  before.upload?.cancel()
  useAlbumEditor.setState({ ownerId, ...FRESH })
}

type Field = Exclude<keyof AlbumProblems, 'rows'>

/** Changes the draft and clears the error of the changed field or row. */
export function editDraft(
  change: (draft: AlbumDraft) => AlbumDraft,
  touched: { field?: Field; rowKey?: number } = {},
): void {
  useAlbumEditor.setState(({ draft, problems }) => {
    const { [touched.rowKey ?? -1]: _seen, ...rows } = problems.rows
    const next: AlbumProblems = { ...problems, rows }
    if (touched.field) next[touched.field] = undefined
    return { draft: change(draft), problems: next, failure: undefined }
  })
}

/** Validates one field, when the focus leaves it. */
export function checkField(field: Field): void {
  useAlbumEditor.setState(({ draft, problems }) => ({
    problems: { ...problems, [field]: problemsOf(draft)[field] },
  }))
}

export function chooseCover(file: File): void {
  const problem = problemOfCover(file)
  editDraft((draft) => (problem === undefined ? { ...draft, cover: file } : draft), { field: 'albumCover' })
  if (problem !== undefined) setProblem({ albumCover: problem })
}

/** Adds a row for each audio file, sorted by file name. An error lists all files that are not audio. */
export function chooseTracks(files: readonly File[]): void {
  takeTracks(inNameOrder(files))
}

/**
 * Adds the files of a folder, in its order: audio files and, if none is chosen yet, the cover. Texts and other files
 * are ignored.
 */
export function chooseFolder(files: readonly File[]): void {
  const cover = coverOfFolder(files)
  if (cover !== undefined && useAlbumEditor.getState().draft.cover === undefined) chooseCover(cover)
  const audio = audioOfFolder(files)
  if (audio.length > 0) takeTracks(audio)
  else setProblem({ tracks: NO_AUDIO })
}

function takeTracks(files: readonly File[]): void {
  const audio = files.filter((file) => problemOfAudio(file) === undefined)
  editDraft((draft) => withFilesInOrder(draft, audio), { field: 'tracks' })
  const problem = problemOfFiles(files)
  if (problem !== undefined) setProblem({ tracks: problem })
  void probeLengths(audio, showLength)
  void fillFromTags(audio)
}

export function chooseTrack(rowKey: number, file: File): void {
  const problem = problemOfAudio(file)
  if (problem !== undefined) {
    useAlbumEditor.setState(({ problems }) => ({
      problems: { ...problems, rows: { ...problems.rows, [rowKey]: problem } },
    }))
    return
  }
  editDraft((draft) => withFile(draft, rowKey, file), { field: 'tracks', rowKey })
  void probeLengths([file], showLength)
  void fillFromTags([file])
}

/**
 * Fills the fields from the tags of the files: each title as soon as its file was read, and the data of the album when
 * all files were read.
 */
async function fillFromTags(files: readonly File[]): Promise<void> {
  const tagged = await readTags(files, showTitle)
  useAlbumEditor.setState(({ draft, problems }) => {
    const filled = withAlbumTags(
      draft,
      // Tags of files that were replaced in the draft meanwhile are ignored.
      tagged.filter(({ file }) => draft.rows.some((row) => row.file === file)),
    )
    const { title, year } = filled
    return {
      draft: filled,
      problems: {
        ...problems,
        ...(title !== draft.title && { albumTitel: undefined }),
        ...(year !== draft.year && { releaseJahr: undefined }),
      },
    }
  })
}

function showTitle({ file, tags: { title } }: TaggedFile) {
  if (title !== undefined)
    useAlbumEditor.setState(({ draft }) => ({ draft: withTagTitle(draft, file, title) }))
}

function showLength(file: File, seconds: number) {
  useAlbumEditor.setState(({ draft }) => ({
    draft: {
      ...draft,
      rows: draft.rows.map((row) => (row.file === file ? { ...row, durationSeconds: seconds } : row)),
    },
  }))
}

function setProblem(problem: Partial<AlbumProblems>) {
  useAlbumEditor.setState(({ problems }) => ({ problems: { ...problems, ...problem } }))
}

/**
 * Uploads the album if the form is valid. If that succeeds, the draft is cleared; otherwise it stays.
 * @returns whether the album was added
 */
export async function submitAlbum(
  send: (album: { form: FormData } & UploadOptions) => Promise<unknown>,
): Promise<boolean> {
  const { draft, upload, ownerId } = useAlbumEditor.getState()
  if (upload) return false
  const problems = problemsOf(draft)
  useAlbumEditor.setState({ problems, failure: undefined })
  if (hasProblems(problems)) return false

  const canceled = new AbortController()
  const cancel = () => canceled.abort()
  useAlbumEditor.setState({ upload: { progress: undefined, cancel } })
  try {
    await send({
      form: formOf(draft),
      signal: canceled.signal,
      onProgress: (progress) => useAlbumEditor.setState({ upload: { progress, cancel } }),
    })
    if (useAlbumEditor.getState().ownerId === ownerId) useAlbumEditor.setState(FRESH)
    showToast('Success', { duration: ADMIN_TOAST })
    return true
  } catch (failure) {
    if (!canceled.signal.aborted) showFailure(failure, draft)
    return false
  } finally {
    if (useAlbumEditor.getState().ownerId === ownerId) useAlbumEditor.setState({ upload: undefined })
  }
}

function showFailure(failure: unknown, draft: AlbumDraft) {
  const text = textOf(failure, 'Das Album konnte nicht hinzugefügt werden.')
  if (failure instanceof ApiError) useAlbumEditor.setState(problemsOfRefusal(failure, draft))
  else useAlbumEditor.setState({ failure: text })
  // The error is shown as a toast, because the admin may have opened another page during the upload.
  showToast(text, { kind: 'error', duration: ADMIN_TOAST })
}
