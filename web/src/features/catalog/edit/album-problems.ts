import {
  ALBUM_MAX_BYTES,
  AlbumData,
  brokenAudio,
  brokenImage,
  COVER_MAX_BYTES,
  notAnImage,
  notAudio,
  titleInUse,
  TRACK_MAX_BYTES,
} from '@tonarchiv/contract/archive-editing'
import { premiereInPast } from '@tonarchiv/contract/premieres'
import { ApiError } from '#client/api-error.ts'
import { problemOfImage, tooLargeFor } from '#client/uploads/chosen-files.ts'
import { dataOf, usedRows, type AlbumDraft } from './album-draft.ts'

/** German error texts by field. */
export interface AlbumProblems {
  albumTitel?: string
  artists?: string
  genres?: string
  releaseJahr?: string
  type?: string
  albumCover?: string
  /** An error of the date and time of the premiere. */
  premiere?: string
  /** An error that concerns the tracks as a whole. */
  tracks?: string
  /** Errors of single rows, by the key of the row. */
  rows: Record<number, string>
}

export const NO_PROBLEMS: AlbumProblems = { rows: {} }

const AUDIO_NAME = /\.(mp3|m4a|aac|wav|flac|ogg|oga|opus)$/i

/**
 * The error text for an audio file, as far as name, type and size show that it cannot be used; undefined if they do
 * not. The server checks the content.
 */
export function problemOfAudio({ name, type, size }: File): string | undefined {
  if (!AUDIO_NAME.test(name) && !type.startsWith('audio/')) return notAudio.text.replace('{name}', name)
  if (size === 0) return brokenAudio.text.replace('{name}', name)
  return size > TRACK_MAX_BYTES ? tooLargeFor(TRACK_MAX_BYTES) : undefined
}

/** Maximum number of file names in an error text. */
const NAMED_MAX = 10

/** One error text for all files that were not accepted, with the reasons; undefined when all were accepted. */
export function problemOfFiles(files: readonly File[]): string | undefined {
  const bad = files.flatMap((file) => {
    const problem = problemOfAudio(file)
    return problem === undefined ? [] : [{ file, problem }]
  })
  const [first, ...others] = bad
  if (first === undefined || others.length === 0) return first?.problem
  const named = bad.slice(0, NAMED_MAX).map(({ file }) => `„${file.name}“ (${reasonOf(file)})`)
  const left = bad.length - named.length
  if (left > 0) named.push(left === 1 ? 'eine weitere' : `${left} weitere`)
  return `${bad.length} Dateien wurden nicht übernommen: ${named.slice(0, -1).join(', ')} und ${named.at(-1)}`
}

function reasonOf({ name, type, size }: File): string {
  if (!AUDIO_NAME.test(name) && !type.startsWith('audio/')) return 'keine Audiodatei'
  return size === 0 ? 'leer' : 'zu groß'
}

export function problemOfCover(file: File): string | undefined {
  return problemOfImage(file, notAnImage, COVER_MAX_BYTES)
}

/** The errors of the form, according to the schemas of the contract. */
export function problemsOf(draft: AlbumDraft): AlbumProblems {
  const problems: AlbumProblems = { rows: {} }
  const used = usedRows(draft)
  const checked = AlbumData.safeParse(dataOf(draft))
  for (const { path, message } of checked.error?.issues ?? []) {
    const [field, index] = path
    const row = typeof index === 'number' ? used[index] : undefined
    if (row) problems.rows[row.key] ??= message
    else if (
      field === 'albumTitel' ||
      field === 'artists' ||
      field === 'genres' ||
      field === 'releaseJahr' ||
      field === 'type' ||
      field === 'premiere' ||
      field === 'tracks'
    ) {
      problems[field] ??= message
    }
  }
  const sizeBytes = used.reduce((sum, { file }) => sum + (file?.size ?? 0), draft.cover?.size ?? 0)
  if (sizeBytes > ALBUM_MAX_BYTES) problems.tracks = tooLargeFor(ALBUM_MAX_BYTES)
  else if (!used.some(({ file }) => file)) problems.tracks ??= 'Mindestens ein Track braucht eine Audiodatei'
  return problems
}

export function hasProblems({ rows, ...fields }: AlbumProblems): boolean {
  return Object.keys(rows).length > 0 || Object.values(fields).some((text) => text !== undefined)
}

/**
 * Finds the field or row that a refusal of the server concerns. If there is none, the text becomes `failure`, the error
 * of the whole form.
 */
export function problemsOfRefusal(
  refusal: ApiError,
  draft: AlbumDraft,
): { problems: AlbumProblems; failure: string | undefined } {
  const problems: AlbumProblems = { rows: {} }
  const used = usedRows(draft)
  const fields = Object.entries(refusal.fields)
  if (refusal.is(premiereInPast)) fields.push(['premiere', refusal.text])
  if (refusal.is(titleInUse)) fields.push(['albumTitel', refusal.text])
  if (refusal.is(notAnImage) || refusal.is(brokenImage)) fields.push(['albumCover', refusal.text])
  for (const [field, text] of fields) {
    const index = /^track(?:s\.)?(\d+)/.exec(field)?.[1]
    const row = index === undefined ? undefined : used[Number(index)]
    if (row) problems.rows[row.key] ??= text
    else if (
      field === 'albumTitel' ||
      field === 'artists' ||
      field === 'genres' ||
      field === 'releaseJahr' ||
      field === 'type' ||
      field === 'albumCover' ||
      field === 'premiere' ||
      field === 'tracks'
    ) {
      problems[field] ??= text
    }
  }
  return { problems, failure: hasProblems(problems) ? undefined : refusal.text }
}
