import { UNKNOWN, type AlbumType } from '@tonarchiv/contract/catalog'
import { TITLE_MAX_LENGTH, TRACKS_PER_ALBUM_MAX, type AlbumData } from '@tonarchiv/contract/archive-editing'

/**
 * A row of the form for one track. With a title but without a file it becomes a "[FEHLT]" placeholder; an empty row is
 * left out.
 */
export interface DraftRow {
  /** Identifies the row; it stays the same when other rows are added or removed. */
  key: number
  title: string
  /**
   * The artists as typed, separated by semicolons. Undefined unless the tags of the file name other artists than those
   * of the album.
   */
  artists?: string | undefined
  /** The featured artists as typed, separated by semicolons. */
  features?: string | undefined
  file?: File | undefined
  /** Seconds, which are only displayed: the server determines the duration itself. */
  durationSeconds?: number | undefined
}

/** The values of the fields for a premiere. They are kept while the premiere is switched off. */
export interface PremiereDraft {
  isOn: boolean
  /** Date and time as the fields contain them: `2024-11-30` and `20:00`, in the time zone of the server. */
  date: string
  time: string
  /** The time that `date` and `time` mean, as ISO 8601 in UTC; undefined while they are incomplete. */
  opensAt: string | undefined
  isCovered: boolean
  /** Whether the premiere is announced in the chat room. */
  isAnnounced: boolean
}

/** The values of the album form. */
export interface AlbumDraft {
  title: string
  /** The artists as typed, separated by semicolons. */
  artist: string
  /** As typed. */
  year: string
  isYearUnknown: boolean
  type: AlbumType | ''
  genres: readonly string[]
  isExclusive: boolean
  premiere: PremiereDraft
  cover?: File | undefined
  /** Artist names from tags that contain a semicolon; they must not be split. */
  wholeNames: readonly string[]
  /** The rows for the tracks; there is always at least one. */
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
  premiere: {
    isOn: false,
    date: '',
    time: '20:00',
    opensAt: undefined,
    isCovered: true,
    isAnnounced: true,
  },
  wholeNames: [],
  rows: [{ key: 0, title: '' }],
  nextKey: 1,
}

/** Makes a title from a file name: without extension, leading track number and underscores. */
export function titleFromFileName(name: string): string {
  const bare = name.replace(/\.[^.]{1,5}$/, '').replaceAll('_', ' ')
  const title = bare.replace(/^\s*\d{1,3}\s*[-–.)]?\s+|^\s*\d{1,3}[-.)]\s*/, '').replace(/\s+/g, ' ')
  return title.trim() || bare.trim() || name
}

export function withNewRow(draft: AlbumDraft): AlbumDraft {
  if (draft.rows.length >= TRACKS_PER_ALBUM_MAX) return draft
  return { ...draft, rows: [...draft.rows, { key: draft.nextKey, title: '' }], nextKey: draft.nextKey + 1 }
}

/** Removes a row; the first row cannot be removed. See docs/product.md §17.4. */
export function withoutRow(draft: AlbumDraft, key: number): AlbumDraft {
  return { ...draft, rows: draft.rows.filter((row, index) => index === 0 || row.key !== key) }
}

export function withRow(draft: AlbumDraft, key: number, change: Partial<DraftRow>): AlbumDraft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) }
}

/**
 * Sets the file of a row, and clears the artists that were read from its previous file. If the title is empty, it is
 * made from the file name.
 */
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
 * Sets the title from the tags of a file, if the present title was made from the file name and not changed by the
 * admin.
 */
export function withTagTitle(draft: AlbumDraft, file: File, title: string): AlbumDraft {
  const row = draft.rows.find((one) => one.file === file)
  if (!row || row.title !== titleFromFileName(file.name)) return draft
  return withRow(draft, row.key, { title: title.slice(0, TITLE_MAX_LENGTH) })
}

/** Sorts files by their names, with numbers in numeric order. */
export function inNameOrder(files: readonly File[]): File[] {
  return files.toSorted((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }))
}

/** Adds a row for each file, sorted by file name. Empty rows are filled first. */
export function withFiles(draft: AlbumDraft, files: readonly File[]): AlbumDraft {
  return withFilesInOrder(draft, inNameOrder(files))
}

/** Like `withFiles`, but in the given order. */
export function withFilesInOrder(draft: AlbumDraft, files: readonly File[]): AlbumDraft {
  return files.reduce((soFar, file) => {
    const isThere = soFar.rows.find((row) => row.title.trim() === '' && !row.file)
    if (isThere) return withFile(soFar, isThere.key, file)
    const longer = withNewRow(soFar)
    return longer === soFar ? soFar : withFile(longer, soFar.nextKey, file)
  }, draft)
}

/** The rows that become tracks, in their order; empty rows are left out. */
export function usedRows({ rows }: AlbumDraft): DraftRow[] {
  return rows.filter(({ title, file }) => title.trim() !== '' || file !== undefined)
}

/** Whether a row becomes a placeholder track: it has a title, but no file. */
export function isPlaceholder({ title, file }: DraftRow): boolean {
  return title.trim() !== '' && file === undefined
}

/** Splits a text into artist names at semicolons. Names in `wholeNames` contain a semicolon and are not split. */
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

/** The content of the form field `albumData`, before it is validated. */
export function dataOf(draft: AlbumDraft): Record<keyof AlbumData, unknown> {
  const { isOn, opensAt, isCovered, isAnnounced } = draft.premiere
  return {
    albumTitel: draft.title,
    artists: artistsIn(draft.artist, draft.wholeNames),
    releaseJahr: draft.isYearUnknown ? UNKNOWN : draft.year.trim(),
    type: draft.type,
    isExclusive: draft.isExclusive,
    genres: draft.genres,
    premiere: isOn ? { opensAt: opensAt ?? '', isCovered, isAnnounced } : undefined,
    tracks: usedRows(draft).map((row) => {
      const { artists, features } = creditsOfRow(draft, row)
      return { title: row.title, artists, features }
    }),
  }
}

/** The artists and features of a row as lists of names; undefined if there are none, so that JSON leaves them out. */
export function creditsOfRow(
  { wholeNames }: Pick<AlbumDraft, 'wholeNames'>,
  { artists = '', features = '' }: DraftRow,
): { artists: string[] | undefined; features: string[] | undefined } {
  const namesIn = (text: string) => (text.trim() === '' ? undefined : artistsIn(text, wholeNames))
  return { artists: namesIn(artists), features: namesIn(features) }
}

/** File names are truncated to this many characters; the server does not store them. */
const FILE_NAME_LENGTH = 60

/** Creates the form data to send. `albumData` comes first, so that the server can reject it before the files arrive. */
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
