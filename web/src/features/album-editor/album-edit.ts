import type { EditableAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { shownTitle, type AlbumType, type ArtistLink } from '@tonarchiv/contract/catalog'
import type { BodyOf } from '@tonarchiv/contract/route'
import { dateFromGerman, germanDate, TYPE_LABELS } from '#features/catalog/index.ts'

/** A role and its names. `key` stays the same while the role is renamed. */
export interface CreditEdit {
  key: number
  role: string
  names: readonly string[]
}

export interface TrackEdit {
  id: string
  title: string
  artists: readonly string[]
  features: readonly string[]
  /** A chosen file that replaces the stored file of the track. */
  file: File | undefined
}

/** The values of the form that edits an album. */
export interface AlbumEdit {
  title: string
  artists: readonly string[]
  /** Dates are texts in German format: `12.05.2023`. */
  releasedOn: string
  recordedOn: string
  type: AlbumType
  label: string
  genres: readonly string[]
  source: string
  isExclusive: boolean
  notes: string
  credits: readonly CreditEdit[]
  tracks: readonly TrackEdit[]
  cover: File | undefined
}

export type FieldName = Exclude<keyof AlbumEdit, 'tracks'> | 'order'
export type TrackField = Exclude<keyof TrackEdit, 'id'>

/** Identifies a field of the album, or a field of one of its tracks. */
export type FieldId = FieldName | `${TrackField} ${string}`

/** A field whose value differs from the stored one, with both values as text. */
export interface Change {
  field: FieldId
  label: string
  /** The stored value; empty when there is none. */
  before: string
  after: string
}

/** The values of the form that correspond to a stored album. */
export function editOf({ album, notes }: EditableAlbum): AlbumEdit {
  return {
    title: album.albumTitel,
    artists: namesOf(album.artists),
    releasedOn: notes.releasedOn === null ? '' : germanDate(notes.releasedOn),
    recordedOn: notes.recordedOn === null ? '' : germanDate(notes.recordedOn),
    type: album.type,
    label: notes.label,
    genres: notes.genres,
    source: notes.source,
    isExclusive: album.isExclusive,
    notes: notes.notes,
    credits: notes.credits.map(({ role, names }, key) => ({
      key,
      role,
      names: names.map(({ name }) => name),
    })),
    tracks: album.tracks.map(({ id, title, artists, features }) => ({
      id,
      title,
      artists: namesOf(artists),
      features: namesOf(features),
      file: undefined,
    })),
    cover: undefined,
  }
}

function namesOf(artists: readonly ArtistLink[] = []): string[] {
  return artists.map(({ name }) => name)
}

/** The label of each album field, and a function that returns its value as text; in the order of the form. */
const FIELDS: Record<FieldName, { label: string; text: (edit: AlbumEdit) => string }> = {
  title: { label: 'Titel', text: ({ title }) => title },
  artists: { label: 'Künstler', text: ({ artists }) => artists.join(', ') },
  releasedOn: { label: 'Erschienen', text: ({ releasedOn }) => releasedOn.trim() },
  recordedOn: { label: 'Aufgenommen', text: ({ recordedOn }) => recordedOn.trim() },
  type: { label: 'Typ', text: ({ type }) => TYPE_LABELS[type] },
  label: { label: 'Label', text: ({ label }) => label },
  genres: { label: 'Genre', text: ({ genres }) => genres.join(', ') },
  source: { label: 'Quelle', text: ({ source }) => source },
  isExclusive: { label: 'Exclusive', text: ({ isExclusive }) => (isExclusive ? 'ja' : 'nein') },
  notes: { label: 'Notizen', text: ({ notes }) => notes },
  credits: {
    label: 'Mitwirkende',
    text: ({ credits }) => credits.map(({ role, names }) => `${role}: ${names.join(', ')}`).join('; '),
  },
  cover: { label: 'Hülle', text: ({ cover }) => cover?.name ?? '' },
  order: { label: 'Reihenfolge', text: ({ tracks }) => tracks.map(({ id }) => id).join(' ') },
}

const TRACK_FIELDS: Record<TrackField, { label: string; text: (track: TrackEdit) => string }> = {
  title: { label: 'Titel', text: ({ title }) => title },
  artists: { label: 'Künstler', text: ({ artists }) => artists.join(', ') },
  features: { label: 'Features', text: ({ features }) => features.join(', ') },
  file: { label: 'Datei', text: ({ file }) => file?.name ?? '' },
}

function isFieldName(name: string): name is FieldName {
  return name in FIELDS
}

function isTrackField(name: string): name is TrackField {
  return name in TRACK_FIELDS
}

/** The fields in which two states of the form differ, in the order of the form. */
export function changesBetween(before: AlbumEdit, after: AlbumEdit): Change[] {
  const ofAlbum = Object.keys(FIELDS)
    .filter(isFieldName)
    .flatMap((field): Change[] => {
      const { label, text } = FIELDS[field]
      const [was, is] = [text(before), text(after)]
      if (was === is) return []
      return field === 'order'
        ? [{ field, label, before: titlesOf(before), after: titlesOf(after) }]
        : [{ field, label, before: was, after: is }]
    })
  return [...ofAlbum, ...after.tracks.flatMap((track, index) => trackChanges(before, track, index))]
}

function titlesOf({ tracks }: AlbumEdit): string {
  return tracks.map(({ title }) => shownTitle(title)).join(', ')
}

function trackChanges(before: AlbumEdit, track: TrackEdit, index: number): Change[] {
  const was = before.tracks.find(({ id }) => id === track.id)
  if (was === undefined) return []
  return Object.keys(TRACK_FIELDS)
    .filter(isTrackField)
    .flatMap((name): Change[] => {
      const { label, text } = TRACK_FIELDS[name]
      const [old, now] = [text(was), text(track)]
      if (old === now) return []
      return [
        { field: `${name} ${track.id}`, label: `Titel ${index + 1}, ${label}`, before: old, after: now },
      ]
    })
}

/** The state `edit` with one field set to the value that it has in `base`. */
export function withField(edit: AlbumEdit, field: FieldId, base: AlbumEdit): AlbumEdit {
  if (field === 'order') return { ...edit, tracks: inOrderOf(edit.tracks, base.tracks) }
  if (isFieldName(field)) return { ...edit, [field]: base[field] }
  const [name = '', id = ''] = field.split(' ')
  const from = base.tracks.find((track) => track.id === id)
  if (from === undefined || !isTrackField(name)) return edit
  return {
    ...edit,
    tracks: edit.tracks.map((track) => (track.id === id ? { ...track, [name]: from[name] } : track)),
  }
}

/** Sorts tracks in the same order as `order`; tracks that are not in `order` come last. */
function inOrderOf(tracks: readonly TrackEdit[], order: readonly TrackEdit[]): TrackEdit[] {
  const places = new Map(order.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: TrackEdit) => places.get(id) ?? order.length
  return tracks.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * The state of the form after the stored album has changed from `base` to `stored`. Fields that were edited keep their
 * values; all others get the newly stored ones.
 */
export function rebased(edit: AlbumEdit, base: AlbumEdit, stored: AlbumEdit): AlbumEdit {
  let kept = stored
  for (const { field } of changesBetween(base, edit)) kept = withField(kept, field, edit)
  return kept
}

/** The body of the call that saves the changes. Files are not included; they are uploaded with separate calls. */
export function bodyOf(base: AlbumEdit, edit: AlbumEdit): BodyOf<typeof updateAlbum> {
  const changed = new Set(changesBetween(base, edit).map(({ field }) => field))
  const tracks = edit.tracks.map(({ id, title, artists, features }) => {
    const changes = {
      ...(changed.has(`title ${id}`) && { title }),
      ...(changed.has(`artists ${id}`) && { artists: [...artists] }),
      ...(changed.has(`features ${id}`) && { features: [...features] }),
    }
    return Object.keys(changes).length === 0 ? id : { id, ...changes }
  })
  const hasTracks = changed.has('order') || tracks.some((track) => typeof track === 'object')
  return {
    ...(changed.has('title') && { albumTitel: edit.title }),
    ...(changed.has('artists') && { artists: [...edit.artists] }),
    ...(changed.has('releasedOn') && { releasedOn: dateFromGerman(edit.releasedOn) }),
    ...(changed.has('recordedOn') && { recordedOn: dateFromGerman(edit.recordedOn) }),
    ...(changed.has('type') && { type: edit.type }),
    ...(changed.has('label') && { label: edit.label }),
    ...(changed.has('genres') && { genres: [...edit.genres] }),
    ...(changed.has('source') && { source: edit.source }),
    ...(changed.has('isExclusive') && { exclusive: edit.isExclusive }),
    ...(changed.has('notes') && { notes: edit.notes }),
    ...(changed.has('credits') && {
      credits: edit.credits.map(({ role, names }) => ({ role, names: [...names] })),
    }),
    ...(hasTracks && { tracks, seenTracks: base.tracks.map(({ id }) => id) }),
  }
}

/** The state of the form after a track was moved to another position; positions count from 1. */
export function withNumber(edit: AlbumEdit, id: string, number: number): AlbumEdit {
  const track = edit.tracks.find((one) => one.id === id)
  if (track === undefined) return edit
  const others = edit.tracks.filter((one) => one.id !== id)
  const place = Math.min(Math.max(1, Math.round(number)), edit.tracks.length) - 1
  return { ...edit, tracks: others.toSpliced(place, 0, track) }
}

/** The state of the form after some fields of one track were changed. */
export function withTrack(edit: AlbumEdit, id: string, fields: Partial<TrackEdit>): AlbumEdit {
  return { ...edit, tracks: edit.tracks.map((track) => (track.id === id ? { ...track, ...fields } : track)) }
}
