import { create } from 'zustand'
import type { UploadOptions, UploadProgress } from '#client/uploads/upload.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import {
  emptyDraft,
  formOf,
  problemOfThumbnail,
  problemOfVideo,
  problemsOf,
  problemsOfRefusal,
  type VideoDraft,
  type VideoProblems,
} from './video-draft.ts'

/** The draft of a new video. It stays when the admin visits another page. */
interface VideoEditor {
  /** The id of the admin to whom the draft belongs. */
  ownerId: string | undefined
  draft: VideoDraft
  problems: VideoProblems
  /** The error of the whole form. */
  failure: string | undefined
  /** Set while the video is being uploaded. */
  upload: { progress: UploadProgress | undefined; cancel: () => void } | undefined
}

const fresh = (): Omit<VideoEditor, 'ownerId'> => ({
  draft: emptyDraft(new Date()),
  problems: {},
  failure: undefined,
  upload: undefined,
})

export const useVideoEditor = create<VideoEditor>(() => ({ ownerId: undefined, ...fresh() }))
const { getState: get, setState: set } = useVideoEditor

/** Opens the editor for this admin. A draft of another admin is deleted. */
export function openEditor(ownerId: string): void {
  const before = get()
  if (before.ownerId === ownerId) return
  before.upload?.cancel()
  set({ ownerId, ...fresh() })
}

/** Changes the draft and clears the error of the changed field. */
export function editDraft(change: Partial<VideoDraft>, field: keyof VideoProblems): void {
  set(({ draft, problems: { [field]: _seen, ...problems } }) => ({
    draft: { ...draft, ...change },
    problems,
    failure: undefined,
  }))
}

/** Validates one field, when the focus leaves it. */
export function checkField(field: keyof VideoProblems): void {
  set(({ draft, problems: { [field]: _before, ...problems } }) => {
    const problem = problemsOf(draft)[field]
    return { problems: problem === undefined ? problems : { ...problems, [field]: problem } }
  })
}

export async function chooseFile(file: File): Promise<void> {
  const problem = await problemOfVideo(file)
  editDraft(problem === undefined ? { file } : {}, 'file')
  if (problem !== undefined) set(({ problems }) => ({ problems: { ...problems, file: problem } }))
}

export function chooseThumbnail(file: File): void {
  const problem = problemOfThumbnail(file)
  editDraft(problem === undefined ? { thumbnail: file } : {}, 'thumbnail')
  if (problem !== undefined) set(({ problems }) => ({ problems: { ...problems, thumbnail: problem } }))
}

/**
 * Uploads the video if the form is valid. If that succeeds, the draft is cleared; otherwise it stays.
 * @returns whether the video was added
 */
export async function submitVideo(
  send: (video: { form: FormData } & UploadOptions) => Promise<unknown>,
): Promise<boolean> {
  const { draft, upload, ownerId } = get()
  if (upload) return false
  const problems = problemsOf(draft)
  set({ problems, failure: undefined })
  if (Object.keys(problems).length > 0) return false

  const canceled = new AbortController()
  const cancel = () => canceled.abort()
  const isStillMine = () => get().ownerId === ownerId
  set({ upload: { progress: undefined, cancel } })
  try {
    await send({
      form: formOf(draft),
      signal: canceled.signal,
      onProgress: (progress) => isStillMine() && set({ upload: { progress, cancel } }),
    })
    if (isStillMine()) set(fresh())
    showToast('Success', { duration: ADMIN_TOAST })
    return true
  } catch (failure) {
    if (!canceled.signal.aborted && isStillMine()) set(problemsOfRefusal(failure))
    return false
  } finally {
    if (isStillMine()) set({ upload: undefined })
  }
}
