import type { EditableAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { shownTitle, type AlbumType, type ArtistLink } from '@tonarchiv/contract/catalog'
import type { BodyOf } from '@tonarchiv/contract/route'
import { dateFromGerman, germanDate, TYPE_LABELS } from '#features/catalog/index.ts'

/** A role and its names. The key stays the same while the role is renamed. */
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
  /** A file that replaces the track's current one. */
  file: File | undefined
}

/** The fields of an album as the form holds them. */
export interface AlbumEdit {
  title: string
  artists: readonly string[]
  /** Dates in German format: `12.05.2023`. */
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

/** A field of the album, or one of a track. */
export type FieldId = FieldName | `${TrackField} ${string}`

/** A field that differs from the stored one. */
export interface Change {
  field: FieldId
  label: string
  /** Empty when there was no value. */
  before: string
  after: string
}

/** The values of the form for a stored album. */
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

/** Each field of the album with its label and its value as text, in the order of the form. */
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

/** The differences between two states of the form, in the order of its fields. */
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

/** The form with one field as in `base`. */
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

/** Sorts tracks as in `order`; tracks that are not in it come last. */
function inOrderOf(tracks: readonly TrackEdit[], order: readonly TrackEdit[]): TrackEdit[] {
  const places = new Map(order.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: TrackEdit) => places.get(id) ?? order.length
  return tracks.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Applies a change of the stored album from `base` to `stored` to the form: edited fields keep their values, all others
 * get the new ones.
 */
export function rebased(edit: AlbumEdit, base: AlbumEdit, stored: AlbumEdit): AlbumEdit {
  let kept = stored
  for (const { field } of changesBetween(base, edit)) kept = withField(kept, field, edit)
  return kept
}

/** The body of the call that saves the changes. Files are uploaded with separate calls. */
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

/** The form with a track moved to another position, counted from 1. */
export function withNumber(edit: AlbumEdit, id: string, number: number): AlbumEdit {
  const track = edit.tracks.find((one) => one.id === id)
  if (track === undefined) return edit
  const others = edit.tracks.filter((one) => one.id !== id)
  const place = Math.min(Math.max(1, Math.round(number)), edit.tracks.length) - 1
  return { ...edit, tracks: others.toSpliced(place, 0, track) }
}

/** The form with changed fields of one track. */
export function withTrack(edit: AlbumEdit, id: string, fields: Partial<TrackEdit>): AlbumEdit {
  return { ...edit, tracks: edit.tracks.map((track) => (track.id === id ? { ...track, ...fields } : track)) }
}
