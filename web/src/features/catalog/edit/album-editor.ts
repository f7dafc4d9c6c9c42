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

/** The album that is being filled in; it outlives the page, so that looking something up loses nothing. */
interface AlbumEditor {
  /** Whose draft it is. */
  ownerId: string | undefined
  draft: AlbumDraft
  problems: AlbumProblems
  /** What went wrong as a whole. */
  failure: string | undefined
  /** While the album is on its way. */
  upload: { progress: UploadProgress | undefined; cancel: () => void } | undefined
}

const FRESH: Omit<AlbumEditor, 'ownerId'> = {
  draft: EMPTY_DRAFT,
  problems: NO_PROBLEMS,
  failure: undefined,
  upload: undefined,
}

export const useAlbumEditor = create<AlbumEditor>(() => ({ ownerId: undefined, ...FRESH }))

/** Opens the editor for this admin; what another one left behind is thrown away. */
export function openEditor(ownerId: string): void {
  const before = useAlbumEditor.getState()
  if (before.ownerId === ownerId) return
  before.upload?.cancel()
  useAlbumEditor.setState({ ownerId, ...FRESH })
}

type Field = Exclude<keyof AlbumProblems, 'rows'>

/** Changes the draft. The sentence at the field or row that was touched has done its work. */
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

/** Checks one field when it is left. */
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

/** Makes a row of each audio file, in the order of their names; all that are none are named. */
export function chooseTracks(files: readonly File[]): void {
  takeTracks(inNameOrder(files))
}

/**
 * Takes what a folder of music holds, in its order: audio files, and the cover if none is chosen. Texts and the like
 * are left out silently.
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

/** Titles as soon as each file is read, the album's fields when all are. */
async function fillFromTags(files: readonly File[]): Promise<void> {
  const tagged = await readTags(files, showTitle)
  useAlbumEditor.setState(({ draft, problems }) => {
    const filled = withAlbumTags(
      draft,
      // A file that was replaced meanwhile says nothing about this album.
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
 * Sends the album, if nothing is wrong with it. On success the form is empty again, otherwise everything
 * stays in it. Answers whether it is added.
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
  // The form may be out of sight, and the upload outlives its page.
  showToast(text, { kind: 'error', duration: ADMIN_TOAST })
}
