import { UNKNOWN, type AlbumType } from '@tonarchiv/contract/catalog'
import { TITLE_MAX_LENGTH, TRACKS_PER_ALBUM_MAX, type AlbumData } from '@tonarchiv/contract/archive-editing'

/** A row of the form. Without a file it becomes a "[FEHLT]" placeholder; an empty row is left out. */
export interface DraftRow {
  /** Identifies the row when others are added or removed. */
  key: number
  title: string
  /** As typed, separated by semicolons. Undefined unless the tags name other artists than the album has. */
  artists?: string | undefined
  /** Featured artists, in the same form. */
  features?: string | undefined
  file?: File | undefined
  /** Seconds, for display only: the server reads the file itself. */
  durationSeconds?: number | undefined
}

/** The values of the album form. */
export interface AlbumDraft {
  title: string
  /** As typed; several artists are separated by semicolons. */
  artist: string
  /** As typed. */
  year: string
  isYearUnknown: boolean
  type: AlbumType | ''
  genres: readonly string[]
  isExclusive: boolean
  cover?: File | undefined
  /** Names from tags that contain a semicolon themselves; they are not split. */
  wholeNames: readonly string[]
  /** At least one. */
  rows: readonly DraftRow[]
  nextKey: number
}

export const EMPTY_DRAFT: AlbumDraft = {
  title: '',
  artist: '',
  year: '',
  isYearUnknown: false,
  type: '',
  genres: [],
  isExclusive: false,
  wholeNames: [],
  rows: [{ key: 0, title: '' }],
  nextKey: 1,
}

/** A title from the name of a file: without extension, leading number and underscores. */
export function titleFromFileName(name: string): string {
  const bare = name.replace(/\.[^.]{1,5}$/, '').replaceAll('_', ' ')
  const title = bare.replace(/^\s*\d{1,3}\s*[-–.)]?\s+|^\s*\d{1,3}[-.)]\s*/, '').replace(/\s+/g, ' ')
  return title.trim() || bare.trim() || name
}

export function withNewRow(draft: AlbumDraft): AlbumDraft {
  if (draft.rows.length >= TRACKS_PER_ALBUM_MAX) return draft
  return { ...draft, rows: [...draft.rows, { key: draft.nextKey, title: '' }], nextKey: draft.nextKey + 1 }
}

/** Removes a row; the first one stays. See docs/product.md §17.4. */
export function withoutRow(draft: AlbumDraft, key: number): AlbumDraft {
  return { ...draft, rows: draft.rows.filter((row, index) => index === 0 || row.key !== key) }
}

export function withRow(draft: AlbumDraft, key: number, change: Partial<DraftRow>): AlbumDraft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) }
}

/** Sets the file of a row and clears the artists of its previous file. An empty title is filled from the file name. */
export function withFile(draft: AlbumDraft, key: number, file: File): AlbumDraft {
  const title = draft.rows.find((row) => row.key === key)?.title.trim()
  return withRow(draft, key, {
    file,
    durationSeconds: undefined,
    artists: undefined,
    features: undefined,
    ...(!title && { title: titleFromFileName(file.name) }),
  })
}

/**
 * Replaces a title that was made from the file name with the one in the tags, unless the admin has changed
 * it.
 */
export function withTagTitle(draft: AlbumDraft, file: File, title: string): AlbumDraft {
  const row = draft.rows.find((one) => one.file === file)
  if (!row || row.title !== titleFromFileName(file.name)) return draft
  return withRow(draft, row.key, { title: title.slice(0, TITLE_MAX_LENGTH) })
}

/** Files in the order of their names. */
export function inNameOrder(files: readonly File[]): File[] {
  return files.toSorted((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }))
}

/** One row per file, in the order of their names; rows that are still empty are filled first. */
export function withFiles(draft: AlbumDraft, files: readonly File[]): AlbumDraft {
  return withFilesInOrder(draft, inNameOrder(files))
}

/** Adds one row per file like `withFiles`, in the given order. */
export function withFilesInOrder(draft: AlbumDraft, files: readonly File[]): AlbumDraft {
  return files.reduce((soFar, file) => {
    const isThere = soFar.rows.find((row) => row.title.trim() === '' && !row.file)
    if (isThere) return withFile(soFar, isThere.key, file)
    const longer = withNewRow(soFar)
    return longer === soFar ? soFar : withFile(longer, soFar.nextKey, file)
  }, draft)
}

/** The rows that become tracks, in their order. */
export function usedRows({ rows }: AlbumDraft): DraftRow[] {
  return rows.filter(({ title, file }) => title.trim() !== '' || file !== undefined)
}

/** Whether the row becomes a placeholder: it has a title but no file. */
export function isPlaceholder({ title, file }: DraftRow): boolean {
  return title.trim() !== '' && file === undefined
}

/** Splits a text into artists at semicolons; names in `wholeNames` are not split. */
export function artistsIn(text: string, wholeNames: readonly string[] = []): string[] {
  const parts = partsOf(text)
  const whole = wholeNames
    .map((name) => ({ name, its: partsOf(name) }))
    .filter(({ its }) => its.length > 0)
    .toSorted((one, other) => other.its.length - one.its.length)
  const names: string[] = []
  for (let start = 0; start < parts.length;) {
    const found = whole.find(({ its }) => its.every((part, index) => parts[start + index] === part))
    names.push(found?.name ?? parts[start] ?? '')
    start += found?.its.length ?? 1
  }
  return names
}

function partsOf(text: string): string[] {
  return text.split(';').flatMap((part) => part.trim() || [])
}

/** The content of `albumData` before validation. */
export function dataOf(draft: AlbumDraft): Record<keyof AlbumData, unknown> {
  return {
    albumTitel: draft.title,
    artists: artistsIn(draft.artist, draft.wholeNames),
    releaseJahr: draft.isYearUnknown ? UNKNOWN : draft.year.trim(),
    type: draft.type,
    isExclusive: draft.isExclusive,
    genres: draft.genres,
    tracks: usedRows(draft).map((row) => {
      const { artists, features } = creditsOfRow(draft, row)
      return { title: row.title, artists, features }
    }),
  }
}

/** The artists and features of a row as lists; undefined ones are left out of the JSON. */
export function creditsOfRow(
  { wholeNames }: Pick<AlbumDraft, 'wholeNames'>,
  { artists = '', features = '' }: DraftRow,
): { artists: string[] | undefined; features: string[] | undefined } {
  const namesIn = (text: string) => (text.trim() === '' ? undefined : artistsIn(text, wholeNames))
  return { artists: namesIn(artists), features: namesIn(features) }
}

/** Longer file names are truncated; the server does not store them. */
const FILE_NAME_LENGTH = 60

/** The form to send: data first, so that the server can reject it before the files arrive. */
export function formOf(draft: AlbumDraft): FormData {
  const form = new FormData()
  form.set('albumData', JSON.stringify(dataOf(draft)))
  if (draft.cover) form.set('albumCover', draft.cover, draft.cover.name.slice(-FILE_NAME_LENGTH))
  for (const [index, { file, durationSeconds }] of usedRows(draft).entries()) {
    if (!file) continue
    if (durationSeconds) form.set(`duration${index}`, String(durationSeconds))
    form.set(`track${index}`, file, file.name.slice(-FILE_NAME_LENGTH))
  }
  return form
}
