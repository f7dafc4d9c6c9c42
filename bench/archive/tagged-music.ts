import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taggedFlac, taggedM4a, taggedMp3, type WrittenTags } from '../../server/src/testing/audio-samples.ts'

const TRACKS_PER_ALBUM = 10
const ALBUMS_PER_ARTIST = 4
/** Frames of an mp3: the sound does not matter, and small files suffice. */
const MP3_FRAMES = 12

/** Fills a folder with small tagged files in the usual folder structure: six of ten are mp3, two m4a, two flac. */
export async function createTaggedMusic(folder: string, tracks: number): Promise<void> {
  for (let first = 0; first < tracks; first += TRACKS_PER_ALBUM) {
    const album = first / TRACKS_PER_ALBUM
    const artist = `Künstler ${Math.floor(album / ALBUMS_PER_ARTIST)}`
    const albumFolder = join(folder, artist, `Album ${album}`)
    await mkdir(albumFolder, { recursive: true })
    const numbers = Array.from(
      { length: Math.min(TRACKS_PER_ALBUM, tracks - first) },
      (_, index) => index + 1,
    )
    await Promise.all(
      numbers.map(async (number) => {
        const { extension, bytes } = taggedFile(
          {
            title: `Stück ${number} über die Straße`,
            artist,
            albumArtist: artist,
            album: `Album ${album}`,
            date: String(1990 + (album % 35)),
            track: `${number}/${TRACKS_PER_ALBUM}`,
            genre: 'Elektronisch',
          },
          number,
        )
        await writeFile(join(albumFolder, `${String(number).padStart(2, '0')} Stück.${extension}`), bytes)
      }),
    )
  }
}

function taggedFile(tags: WrittenTags, number: number): { extension: string; bytes: Buffer } {
  if (number % 5 === 3) return { extension: 'm4a', bytes: taggedM4a(tags) }
  if (number % 5 === 4) return { extension: 'flac', bytes: taggedFlac(tags) }
  return { extension: 'mp3', bytes: taggedMp3(tags, { frames: MP3_FRAMES }) }
}
