import type { Album } from '@tonarchiv/contract/catalog'
import { addAlbum, type AlbumData } from '@tonarchiv/contract/archive-editing'
import { sample } from './audio-samples.ts'
import type { Call } from './start-app.ts'

interface Row {
  title: string
  /** Bytes, or the name of a sample. Without a file the track is a placeholder. */
  file?: Buffer | string | undefined
  artists?: readonly string[]
  features?: readonly string[]
}

interface AlbumOptions extends Partial<Omit<AlbumData, 'tracks'>> {
  /** A track that is given as a title alone gets a short sample as its file. */
  tracks?: readonly (Row | string)[]
  /** Bytes, or a sample's name. */
  cover?: Buffer | string | undefined
}

let made = 0

/** The form that adds an album. */
export function albumForm({ tracks = ['Lied'], cover, ...fields }: AlbumOptions = {}): FormData {
  made += 1
  const rows = tracks.map((track): Row =>
    typeof track === 'string' ? { title: track, file: 'cbr.mp3' } : track,
  )
  const form = new FormData()
  const data = {
    albumTitel: `Album ${made}`,
    releaseJahr: 2020,
    type: 'album',
    ...fields,
    tracks: rows.map(({ file: _file, ...row }) => row),
  }
  form.set('albumData', JSON.stringify(data))
  if (cover !== undefined) form.set('albumCover', fileOf(cover), 'cover')
  for (const [index, { file }] of rows.entries()) {
    if (file !== undefined) form.set(`track${index}`, fileOf(file), `spur ${index}`)
  }
  return form
}

export function fileOf(content: Buffer | string): Blob {
  const bytes = typeof content === 'string' ? sample(content) : content
  return new Blob([new Uint8Array(bytes)])
}

/** Adds an album as an admin. */
export async function addByForm(admin: { call: Call }, options: AlbumOptions = {}): Promise<Album> {
  const { album } = await admin.call(addAlbum, { form: albumForm(options) })
  return album
}
