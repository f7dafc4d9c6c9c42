import {
  RESUMABLE_ABOVE_BYTES,
  uploadGone,
  uploadReference,
  type UploadKind,
} from '@tonarchiv/contract/uploads'
import type { ResponseOf, InputOfCall } from '@tonarchiv/contract/route'
import { ApiError } from '../api-error.ts'
import { upload, type UploadOptions, type UploadRoute } from './upload.ts'
import { uploadInChunks } from './upload-in-chunks.ts'
import { createRateMeter } from './upload-rate.ts'
import { removeUnfinished } from './unfinished-uploads.ts'

interface FilesOptions extends UploadOptions {
  /** The kind of upload that is used for the form's large files. */
  kind: UploadKind
}

/** Makes the browser ask for confirmation before the page is closed during an upload. */
function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** The files of a form that are so large that they are uploaded in chunks. */
function bigFilesOf(form: FormData): [name: string, file: File][] {
  return [...form].flatMap(([name, value]): [string, File][] =>
    value instanceof File && value.size > RESUMABLE_ABOVE_BYTES ? [[name, value]] : [],
  )
}

function bytesOf(form: FormData): number {
  let sum = 0
  for (const [, value] of form) sum += value instanceof File ? value.size : 0
  return sum
}

/**
 * Sends a form with files as `upload` does. Files above `RESUMABLE_ABOVE_BYTES` are uploaded before, one after the
 * other, in resumable chunks, and the form refers to them. The progress counts the bytes of all files. When the server
 * has rejected the form, the files that were already uploaded are used for the next attempt.
 * @throws ApiError when the server rejects the form or a file, or when the connection is lost while the form is sent
 * @throws the reason of the signal when the caller aborts
 */
export async function uploadFiles<R extends UploadRoute>(
  route: R,
  input: InputOfCall<R> & { form: FormData },
  { kind, signal, timeout, onProgress }: FilesOptions,
): Promise<ResponseOf<R>> {
  const { form } = input
  const totalBytes = bytesOf(form)
  const rate = createRateMeter()
  let arrivedBytes = 0
  const report = (sentBytes: number, isWaiting: boolean) =>
    onProgress?.({
      sentBytes: Math.min(sentBytes, totalBytes),
      totalBytes,
      isWaiting,
      bytesPerSecond: isWaiting ? undefined : rate(sentBytes, performance.now()),
    })

  const used: string[] = []
  report(0, false)
  globalThis.addEventListener('beforeunload', warn)
  try {
    for (const [name, file] of bigFilesOf(form)) {
      const { id, address } = await uploadInChunks(file, {
        kind,
        signal,
        onSent: (sent, isWaiting) => report(arrivedBytes + sent, isWaiting),
      })
      arrivedBytes += file.size
      form.set(name, uploadReference(id))
      used.push(address)
    }
    const restBytes = totalBytes - arrivedBytes
    const answer = await upload(route, input, {
      signal,
      timeout,
      onProgress: ({ sentBytes, totalBytes: formBytes }) =>
        report(arrivedBytes + (formBytes > 0 ? (restBytes * sentBytes) / formBytes : 0), false),
    })
    used.forEach(removeUnfinished)
    return answer
  } catch (failure) {
    if (failure instanceof ApiError && failure.is(uploadGone)) used.forEach(removeUnfinished)
    throw failure
  } finally {
    globalThis.removeEventListener('beforeunload', warn)
  }
}
