import type { Album, AlbumType } from '@tonarchiv/contract/catalog'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { fileOf } from './album-forms.ts'
import type { Call } from './start-app.ts'

interface AlbumOptions {
  albumTitel?: string
  releaseJahr?: number | 'unknown'
  type?: AlbumType
  isExclusive?: boolean
  /** The name of a sample for each track; undefined for a placeholder. */
  tracks?: { title: string; sample?: string | undefined }[]
  /** The name of a sample. */
  cover?: string
}

let made = 0

/** Adds an album as an admin, with real files. */
export async function addSampleAlbum(admin: { call: Call }, options: AlbumOptions = {}): Promise<Album> {
  made += 1
  const {
    albumTitel = `Album ${made}`,
    releaseJahr = 2024,
    type = 'album',
    isExclusive = false,
    tracks = [{ title: 'Erstes Stück', sample: 'cbr.mp3' }],
    cover,
  } = options
  const form = new FormData()
  const titles = tracks.map(({ title }) => ({ title }))
  form.set('albumData', JSON.stringify({ albumTitel, releaseJahr, type, isExclusive, tracks: titles }))
  if (cover !== undefined) form.set('albumCover', fileOf(cover), cover)
  for (const [index, track] of tracks.entries()) {
    if (track.sample !== undefined) form.set(`track${index}`, fileOf(track.sample), track.sample)
  }
  return (await admin.call(addAlbum, { form })).album
}
