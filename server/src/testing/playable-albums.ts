import type { AlbumType } from '@tonarchiv/contract/catalog'
import { operator } from '#features/audit-log/index.ts'
import { type AddedAlbum, type NewAlbum, openCatalog } from '#features/catalog/index.ts'
import { newNames } from '#storage/names.ts'
import type { Services } from '#services.ts'

interface AlbumTitles {
  title: string
  type?: AlbumType
  artists?: readonly string[]
  releaseYear?: number | null
  genres?: readonly string[]
  /** The main artist of every track; by default the artist of the album. */
  trackArtist?: string
  /** Titles of tracks; `[FEHLT]` in one makes it a placeholder. */
  tracks: readonly string[]
}

const info: NonNullable<NewAlbum['tracks'][number]['file']>['info'] = {
  kind: 'audio',
  format: 'mp3',
  codec: 'mp3',
  durationSeconds: 180,
  sizeBytes: 4_320_000,
  bitrate: 192_000,
  sampleRate: 44_100,
  channels: 2,
  tags: {},
}

/** Adds albums whose tracks count as playable, without storing any file. */
export async function addPlayableAlbums(
  { services }: { services: Services },
  albums: readonly AlbumTitles[],
): Promise<AddedAlbum[]> {
  const storage = {
    ...services.storage,
    save: async (area: Parameters<typeof newNames>[0], files: readonly unknown[]) =>
      newNames(area, files.length),
  }
  const { edit } = openCatalog({ ...services, storage })
  return edit.addAlbums(
    operator,
    albums.map(({ title, type = 'album', artists, releaseYear = 2024, genres, trackArtist, tracks }) => ({
      title,
      type,
      releaseYear,
      genres,
      isExclusive: false,
      artists,
      tracks: tracks.map((track) => ({
        title: track,
        ...(trackArtist !== undefined && { artists: [{ name: trackArtist, role: 'main' as const }] }),
        file: { item: { from: 'path', path: '', link: true }, info },
      })),
    })),
  )
}
