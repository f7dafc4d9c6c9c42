import { shownTitle } from '@tonarchiv/contract/catalog'
import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const NotedTrack = z.object({
  id: z.string(),
  title: z.string(),
  artists: z.optional(z.array(z.string())),
  features: z.optional(z.array(z.string())),
})

const Note = z.object({
  title: z.optional(z.string()),
  album: z.optional(z.string()),
  type: z.optional(z.string()),
  /** Null for a track without a file. */
  fileName: z.optional(z.nullable(z.string())),
  format: z.optional(z.nullable(z.string())),
  durationSeconds: z.optional(z.number()),
  sizeBytes: z.optional(z.nullable(z.number())),
  /** The formats of the further files that were removed. */
  further: z.optional(z.array(z.string())),
  releaseYear: z.optional(z.nullable(z.number())),
  isExclusive: z.optional(z.number()),
  artists: z.optional(z.array(z.string())),
  /** The liner notes that have changed. */
  notes: z.optional(z.string()),
  credits: z.optional(z.array(z.unknown())),
  genres: z.optional(z.array(z.string())),
  releasedOn: z.optional(z.nullable(z.string())),
  recordedOn: z.optional(z.nullable(z.string())),
  label: z.optional(z.string()),
  source: z.optional(z.string()),
  moved: z.optional(z.number()),
  tracks: z.optional(z.union([z.number(), z.array(NotedTrack)])),
})
type Note = z.infer<typeof Note>

const quoted = (name: string | undefined) => (name === undefined ? '' : ` „${name}“`)
const track = (name: string | undefined) => quoted(name === undefined ? undefined : shownTitle(name))
const tracks = (count: number) => (count === 1 ? '1 Track' : `${count} Tracks`)
const inAlbum = (name: string | undefined) => (name === undefined ? '' : ` in „${name}“`)

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'album.add': auditSentence(
    Note,
    ({ after }) =>
      `Album${quoted(after.title)} hinzugefügt${typeof after.tracks === 'number' ? ` (${tracks(after.tracks)})` : ''}`,
  ),
  'album.update': auditSentence(Note, updateSentence),
  'album.sync': auditSentence(
    Note,
    ({ after }) => `Album${quoted(after.title)} mit seinen Dateien abgeglichen`,
  ),
  'album.cover': auditSentence(Note, ({ after }) => `Cover von Album${quoted(after.title)} geändert`),
  'album.delete': auditSentence(Note, ({ before }) => `Album${quoted(before.title)} gelöscht`),
  'albums.order': auditSentence(Note, ({ after: { moved = 0, title } }) =>
    title === undefined
      ? `Alben neu geordnet (${moved === 1 ? '1 Album' : `${moved} Alben`} verschoben)`
      : `Album${quoted(title)} verschoben`,
  ),
  'tracks.add': auditSentence(Note, ({ after }) => {
    const count = Array.isArray(after.tracks) ? after.tracks.length : 0
    return `${count === 0 ? 'Tracks' : tracks(count)} zu Album${quoted(after.album)} hinzugefügt`
  }),
  'track.fill': auditSentence(Note, fillSentence),
  'track.delete': auditSentence(
    Note,
    ({ before }) => `Track${track(before.title)}${inAlbum(before.album)} gelöscht`,
  ),
}

function fillSentence({ before, after }: { before: Partial<Note>; after: Partial<Note> }): string {
  const isReplaced = typeof before.fileName === 'string'
  const files = [isReplaced ? fileText(before) : '', fileText(after)].filter((text) => text !== '')
  const { further = [] } = before
  return [
    `Datei von Track${track(after.title)}${inAlbum(after.album)} ${isReplaced ? 'ersetzt' : 'hochgeladen'}`,
    files.length === 0 ? '' : `: ${files.join(' → ')}`,
    further.length === 0 ? '' : `, weitere Dateien der alten Aufnahme entfernt: ${formatsText(further)}`,
  ].join('')
}

/** `MP3, 3:05, 4,2 MB`; empty for older entries, which do not describe the file. */
function fileText({ format, durationSeconds, sizeBytes }: Partial<Note>): string {
  if (typeof format !== 'string' || durationSeconds === undefined || typeof sizeBytes !== 'number') return ''
  const seconds = Math.round(durationSeconds)
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return [formatsText([format]), length, sizeText(sizeBytes)].join(', ')
}

function formatsText(formats: readonly string[]): string {
  return formats.map((format) => format.toUpperCase()).join(', ')
}

const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** `12,4 MB`; steps of 1024, at most one decimal. */
function sizeText(bytes: number): string {
  const step = Math.min(SIZE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const size = (bytes / 1024 ** step).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  return `${size} ${SIZE_UNITS[step]}`
}

function updateSentence({ before, after }: { before: Partial<Note>; after: Partial<Note> }): string {
  const [was, is] = [listOf(before), listOf(after)]
  const titles = new Map(was.map(({ id, title }) => [id, shownTitle(title)]))
  const renamed = is.flatMap(({ id, title }) => {
    const [old, now] = [titles.get(id), shownTitle(title)]
    return old === undefined || old === now ? [] : [`Track „${old}“ in „${now}“ umbenannt`]
  })
  const isReordered = is.length === was.length && is.some(({ id }, place) => id !== was[place]?.id)
  const changes = [
    before.title === after.title ? '' : `in „${after.title}“ umbenannt`,
    before.releaseYear === after.releaseYear ? '' : `Jahr ${after.releaseYear ?? 'unbekannt'}`,
    before.type === after.type ? '' : `Typ ${after.type}`,
    before.isExclusive === after.isExclusive
      ? ''
      : after.isExclusive === 1
        ? 'als Exclusive markiert'
        : 'nicht mehr Exclusive',
    namesIn(before.artists) === namesIn(after.artists) ? '' : artistsText(after.artists),
    ...notesTexts(after, before.releaseYear === after.releaseYear),
    isReordered ? 'Tracks neu geordnet' : '',
    ...renamed,
    ...is.flatMap((one) => newArtistsOf(one, was)),
  ].filter((change) => change !== '')
  return `Album${quoted(before.title)}: ${changes.length === 0 ? 'gespeichert' : changes.join(', ')}`
}

/** The liner notes that have changed; another year has its own text, which says all of a date that is a year. */
function notesTexts(after: Partial<Note>, isSameYear: boolean): string[] {
  const { notes, credits, genres, releasedOn, recordedOn, label, source } = after
  const hasDate = isSameYear || (releasedOn?.length ?? 0) > 4
  const texts: readonly (readonly [given: unknown, text: string])[] = [
    [genres, namesIn(genres) === '' ? 'ohne Genre' : `Genre „${namesIn(genres)}“`],
    [hasDate ? (releasedOn ?? undefined) : undefined, `erschienen ${germanDate(releasedOn)}`],
    [recordedOn, recordedOn === null ? 'ohne Aufnahmedatum' : `aufgenommen ${germanDate(recordedOn)}`],
    [label, label === '' ? 'ohne Label' : `Label „${label}“`],
    [source, source === '' ? 'ohne Quelle' : `Quelle „${source}“`],
    [notes, notes === '' ? 'ohne Notizen' : 'Notizen geändert'],
    [credits, 'Mitwirkende geändert'],
  ]
  return texts.flatMap(([given, text]) => (given === undefined ? [] : text))
}

/** `12.05.2023` from `2023-05-12`, `05.2023` from `2023-05`. */
function germanDate(date: string | null | undefined): string {
  return (date ?? '').split('-').toReversed().join('.')
}

function namesIn(names: readonly string[] = []): string {
  return names.join(', ')
}

function artistsText(names: readonly string[] | undefined): string {
  return namesIn(names) === '' ? 'ohne Künstler' : `Künstler „${namesIn(names)}“`
}

type NotedTrack = z.infer<typeof NotedTrack>

/** The artists of a track, if they have changed. */
function newArtistsOf(now: NotedTrack, was: readonly NotedTrack[]): string[] {
  const old = was.find(({ id }) => id === now.id)
  if (old === undefined) return []
  const name = shownTitle(now.title)
  return [
    namesIn(old.artists) === namesIn(now.artists) ? '' : `Track „${name}“: ${artistsText(now.artists)}`,
    namesIn(old.features) === namesIn(now.features)
      ? ''
      : `Track „${name}“: ${namesIn(now.features) === '' ? 'ohne Features' : `mit „${namesIn(now.features)}“`}`,
  ].filter((text) => text !== '')
}

function listOf({ tracks: list }: Partial<Note>): NotedTrack[] {
  return Array.isArray(list) ? list : []
}
