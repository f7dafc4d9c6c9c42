import { shownTitle } from '@tonarchiv/contract/catalog'
import * as z from 'zod/mini'

/** An act as it was noted. */
interface NotedAct {
  action: string
  target: string
  /** The name of the account that it was done to, while there is one. */
  targetUsername?: string | null
  before: unknown
  after: unknown
}

const Track = z.object({ id: z.string(), title: z.string() })

/** What notes may hold; older ones lack some of it. */
const Note = z.object({
  title: z.optional(z.string()),
  album: z.optional(z.string()),
  key: z.optional(z.string()),
  type: z.optional(z.string()),
  releaseYear: z.optional(z.nullable(z.number())),
  isExclusive: z.optional(z.number()),
  moved: z.optional(z.number()),
  tracks: z.optional(z.union([z.number(), z.array(Track)])),
})
type Note = z.infer<typeof Note>

const quoted = (name: string | undefined) => (name === undefined ? '' : ` „${name}“`)
const track = (name: string | undefined) => quoted(name === undefined ? undefined : shownTitle(name))
const tracks = (count: number) => (count === 1 ? '1 Track' : `${count} Tracks`)
const inAlbum = (name: string | undefined) => (name === undefined ? '' : ` in „${name}“`)

type Sentence = (act: { before: Note; after: Note; target: string; username: string | undefined }) => string

const SENTENCES: Record<string, Sentence> = {
  'album.add': ({ after }) =>
    `Album${quoted(after.title)} hinzugefügt${typeof after.tracks === 'number' ? ` (${tracks(after.tracks)})` : ''}`,
  'album.update': updateSentence,
  'album.cover': ({ after }) => `Cover von Album${quoted(after.title)} geändert`,
  'album.delete': ({ before }) => `Album${quoted(before.title)} gelöscht`,
  'albums.order': ({ after: { moved = 0, title } }) =>
    title === undefined
      ? `Alben neu geordnet (${moved === 1 ? '1 Album' : `${moved} Alben`} verschoben)`
      : `Album${quoted(title)} verschoben`,
  'tracks.add': ({ after }) => {
    const count = Array.isArray(after.tracks) ? after.tracks.length : 0
    return `${count === 0 ? 'Tracks' : tracks(count)} zu Album${quoted(after.album)} hinzugefügt`
  },
  'track.fill': ({ after }) => `Datei von Track${track(after.title)}${inAlbum(after.album)} hochgeladen`,
  'track.delete': ({ before }) => `Track${track(before.title)}${inAlbum(before.album)} gelöscht`,
  'access-key.make': ({ after }) => `Zugangsschlüssel${named(after.key)} generiert`,
  'access-key.withdraw': ({ before }) => `Zugangsschlüssel${named(before.key)} zurückgezogen`,
  'user.make-admin': ({ username }) => `${person(username)} zum Admin gemacht`,
  'user.demote': ({ username }) => `${person(username)} die Admin-Rechte entzogen`,
  'user.take-key': ({ username }) => `${person(username)} den Zugang zum Archiv entzogen`,
  'user.delete': () => 'Benutzer gelöscht',
  'chat.delete': () => 'Nachricht im Chat gelöscht',
  'video.add': ({ after }) => `Video${quoted(after.title)} hinzugefügt`,
  'video.delete': ({ before }) => `Video${quoted(before.title)} gelöscht`,
  refused: ({ target }) => `Ohne Admin-Rechte versucht: ${target}`,
}

/** What happened in German, without who did it. An act that is unknown here is shown by its name. */
export function sentenceOf({ action, target, targetUsername, before, after }: NotedAct): string {
  const sentence = SENTENCES[action]
  if (sentence === undefined) return action
  return sentence({
    target,
    username: targetUsername ?? undefined,
    before: readNote(before),
    after: readNote(after),
  })
}

function readNote(note: unknown): Note {
  return Note.safeParse(note).data ?? {}
}

function named(name: string | undefined): string {
  return name === undefined ? '' : ` ${name}`
}

function person(username: string | undefined): string {
  return username === undefined ? 'Gelöschter Benutzer:' : `Benutzer „${username}“`
}

function updateSentence({ before, after }: { before: Note; after: Note }): string {
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
    isReordered ? 'Tracks neu geordnet' : '',
    ...renamed,
  ].filter((change) => change !== '')
  return `Album${quoted(before.title)}: ${changes.length === 0 ? 'gespeichert' : changes.join(', ')}`
}

function listOf({ tracks: list }: Note): z.infer<typeof Track>[] {
  return Array.isArray(list) ? list : []
}
