import { shownTitle } from '@tonarchiv/contract/catalog'
import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence, changeOf, changeOfSize, changeOfText, sizeText } from '#features/audit-log/index.ts'

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
  /** The name of an artist. */
  name: z.optional(z.string()),
  sortName: z.optional(z.string()),
  /** The liner notes that have changed. */
  notes: z.optional(z.string()),
  credits: z.optional(z.array(z.object({ role: z.string(), names: z.array(z.string()) }))),
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
  'album.cover': auditSentence(
    Note,
    ({ before, after }) =>
      `Cover von Album${quoted(after.title)} geändert${changeOfSize(before.sizeBytes ?? undefined, after.sizeBytes ?? undefined)}`,
  ),
  'artist.update': auditSentence(
    Note,
    ({ before, after }) =>
      `Künstler${quoted(after.name)}: ${changeOfText('Sortiername', before.sortName, after.sortName) || 'gespeichert'}`,
  ),
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
    changeOf('Jahr', yearText(before), yearText(after)),
    changeOf('Typ', before.type ?? 'leer', after.type ?? 'leer'),
    before.isExclusive === after.isExclusive
      ? ''
      : after.isExclusive === 1
        ? 'als Exclusive markiert'
        : 'nicht mehr Exclusive',
    changeOfText('Künstler', namesIn(before.artists), namesIn(after.artists)),
    ...notesTexts(before, after),
    isReordered ? 'Tracks neu geordnet' : '',
    ...renamed,
    ...is.flatMap((one) => newArtistsOf(one, was)),
  ].filter((change) => change !== '')
  return `Album${quoted(before.title)}: ${changes.length === 0 ? 'gespeichert' : changes.join(', ')}`
}

function yearText({ releaseYear }: Partial<Note>): string {
  return releaseYear === undefined || releaseYear === null ? 'unbekannt' : String(releaseYear)
}

/**
 * Describes the liner notes that have changed. A date of release that is only a year is left out, because the
 * year is described separately.
 */
function notesTexts(before: Partial<Note>, after: Partial<Note>): string[] {
  const isYearOnly = before.releaseYear !== after.releaseYear && (after.releasedOn?.length ?? 0) <= 4
  return [
    changeOfText('Genre', namesIn(before.genres), namesIn(after.genres)),
    isYearOnly ? '' : changeOf('erschienen', germanDate(before.releasedOn), germanDate(after.releasedOn)),
    changeOf('aufgenommen', germanDate(before.recordedOn), germanDate(after.recordedOn)),
    changeOfText('Label', before.label, after.label),
    changeOfText('Quelle', before.source, after.source),
    changeOfText('Notizen', before.notes, after.notes),
    changeOfText('Mitwirkende', creditsText(before.credits), creditsText(after.credits)),
  ]
}

/** `Gesang: Ada, Bo; Bass: Cem`. */
function creditsText(credits: Note['credits'] = []): string {
  return credits.map(({ role, names }) => `${role}: ${namesIn(names)}`).join('; ')
}

/** `12.05.2023` from `2023-05-12`, `05.2023` from `2023-05`. */
function germanDate(date: string | null | undefined): string {
  return date === null || date === undefined ? 'unbekannt' : date.split('-').toReversed().join('.')
}

function namesIn(names: readonly string[] = []): string {
  return names.join(', ')
}

type NotedTrack = z.infer<typeof NotedTrack>

/** The artists of a track, if they have changed. */
function newArtistsOf(now: NotedTrack, was: readonly NotedTrack[]): string[] {
  const old = was.find(({ id }) => id === now.id)
  if (old === undefined) return []
  return [
    changeOfText('Künstler', namesIn(old.artists), namesIn(now.artists)),
    changeOfText('Features', namesIn(old.features), namesIn(now.features)),
  ].flatMap((change) => (change === '' ? [] : `Track „${shownTitle(now.title)}“: ${change}`))
}

function listOf({ tracks: list }: Partial<Note>): NotedTrack[] {
  return Array.isArray(list) ? list : []
}
