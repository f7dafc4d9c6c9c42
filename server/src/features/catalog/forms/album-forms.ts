import { UNKNOWN } from '@tonarchiv/contract/catalog'
import {
  AlbumData,
  AlbumTitle,
  TrackArtists,
  TrackTitle,
  TRACKS_PER_ALBUM_MAX,
  tooManyTracks,
} from '@tonarchiv/contract/archive-editing'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { uploadBroken } from '@tonarchiv/contract/uploads'
import type * as z from 'zod/mini'
import { parseInput, refuseUnusableJson } from '#http/input.ts'
import type { Form } from '#http/uploads/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { NewAlbum, NewTrack } from '../edit/add-albums.ts'
import type { TrackArtist } from '../store/artists.ts'
import type { CheckedForm } from './uploaded-files.ts'

type Fields = Form['fields']

/**
 * Parses the JSON in the form field `albumData`.
 * @throws Refused `invalidInput`
 */
export function albumDataOf(fields: Fields): AlbumData {
  return parseInput(AlbumData, jsonIn(fields, 'albumData'))
}

function jsonIn(fields: Fields, name: string): unknown {
  let data: unknown
  try {
    data = JSON.parse(fields.get(name) ?? '')
  } catch {
    throw new Refused(invalidInput, { fields: { [name]: invalidInput.text } })
  }
  refuseUnusableJson(data)
  return data
}

/**
 * Parses the data of an album from a form that has one field per value. The titles are in the fields `title0`, `title1`
 * and so on, or as a JSON list in the field `tracks`.
 * @throws Refused `invalidInput`
 */
export function flatAlbumDataOf({ fields, tracks }: Pick<CheckedForm, 'fields' | 'tracks'>): AlbumData {
  const rows = rowsOf(fields, tracks, /^title(\d{1,3})$/)
  const titles = () =>
    rows.map((row) => ({
      title: fields.get(`title${row}`) ?? tracks.get(row)?.info.tags.title ?? '',
    }))
  return parseInput(AlbumData, {
    albumTitel: fields.get('albumTitel'),
    releaseJahr: fields.get('releaseJahr'),
    type: fields.get('type'),
    isExclusive: isYes(fields.get('isExclusive')),
    tracks: fields.has('tracks') ? jsonIn(fields, 'tracks') : titles(),
  })
}

/** The album to add. Its track i has the data of row i, and the file of the form's part `track{i}`. */
export function newAlbumOf(data: AlbumData, { fields, tracks, cover }: CheckedForm): NewAlbum {
  // A file without a row shows that the data of that row were lost.
  if ([...tracks.keys()].some((row) => row >= data.tracks.length)) throw new Refused(uploadBroken)
  return {
    title: data.albumTitel,
    releaseYear: data.releaseJahr === UNKNOWN ? null : data.releaseJahr,
    type: data.type,
    isExclusive: data.isExclusive,
    artists: data.artists,
    genres: data.genres,
    premiere: premiereOf(data),
    cover,
    tracks: data.tracks.map(({ title, artists = [], features = [] }, row) => {
      const durationSeconds = secondsIn(fields.get(`duration${row}`))
      return { title, durationSeconds, file: tracks.get(row), artists: creditsOf(artists, features) }
    }),
  }
}

/** The premiere with its time as it is stored: in UTC, with milliseconds. */
function premiereOf({ premiere }: AlbumData): NewAlbum['premiere'] {
  return premiere && { ...premiere, opensAt: new Date(premiere.opensAt).toISOString() }
}

/**
 * The artists of a track with their roles. A name in both lists gets the role `main`, because the last role is stored.
 */
function creditsOf(artists: readonly string[], features: readonly string[]): TrackArtist[] {
  return [...withRole(features, 'feature'), ...withRole(artists, 'main')]
}

function withRole(names: readonly string[], role: TrackArtist['role']): TrackArtist[] {
  return names.map((name) => ({ name, role }))
}

/** The album and the tracks of a form that adds tracks. Rows without title and file are ignored. */
export function newTracksOf({ fields, tracks }: CheckedForm): { albumTitle: string; tracks: NewTrack[] } {
  const rows = rowsOf(fields, tracks, /^newTrackTitle(\d{1,3})$/).filter(
    (row) => tracks.has(row) || (fields.get(`newTrackTitle${row}`) ?? '').trim() !== '',
  )
  if (rows.length > TRACKS_PER_ALBUM_MAX) throw new Refused(tooManyTracks)
  const added = rows.map((row) => {
    const name = `newTrackTitle${row}`
    const file = tracks.get(row)
    const given = (fields.get(name) ?? '').trim()
    return {
      title: parseField(TrackTitle, given === '' ? (file?.info.tags.title ?? '') : given, name),
      durationSeconds: secondsIn(fields.get(`newTrackDuration${row}`)),
      file,
      artists: creditsOf(
        artistsIn(fields, `newTrackArtists${row}`),
        artistsIn(fields, `newTrackFeatures${row}`),
      ),
    }
  })
  if (added.length === 0) throw new Refused(invalidInput)
  return { albumTitle: parseField(AlbumTitle, fields.get('albumTitle'), 'albumTitle'), tracks: added }
}

/** The names in a form field, which holds a JSON list. Empty when the form has no such field. */
function artistsIn(fields: Fields, name: string): readonly string[] {
  return fields.has(name) ? parseField(TrackArtists, jsonIn(fields, name), name) : []
}

function parseField<S extends z.ZodMiniType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const text = issue?.message ?? invalidInput.text
  throw new Refused({ ...invalidInput, text }, { fields: { [name]: text } })
}

/** The numbers of all rows, from 0 to the last row that has a title or a file. */
function rowsOf(fields: Fields, files: ReadonlyMap<number, unknown>, titleField: RegExp): number[] {
  const ofTitles = [...fields.keys()].flatMap((name) => titleField.exec(name)?.[1] ?? []).map(Number)
  const count = Math.max(-1, ...ofTitles, ...files.keys()) + 1
  return Array.from({ length: count }, (_, row) => row)
}

function isYes(value: string | undefined): boolean {
  return value === 'true' || value === '1' || value === 'on'
}

/** Maximum duration of a track; see docs/security-requirements.md I-05. */
const LONGEST_SECONDS = 86_400

function secondsIn(text: string | undefined): number {
  const seconds = Number(text ?? 0)
  return seconds >= 0 && seconds <= LONGEST_SECONDS ? seconds : 0
}
