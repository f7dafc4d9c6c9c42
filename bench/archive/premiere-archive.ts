import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noiseWav } from '../../e2e/noise.ts'
import { operator } from '../../server/src/features/audit-log/index.ts'
import { openCatalog, type NewTrack } from '../../server/src/features/catalog/index.ts'
import { withServices } from './with-services.ts'

const TRACKS = 8
const TRACK_SECONDS = 60
/** The title of an album that all members may hear. */
export const OPEN_ALBUM = 'Offen'

/**
 * Creates an archive with an album that all members may hear and an album whose premiere is to come.
 * @returns the id of the album with the premiere
 */
export async function createPremiereArchive(
  dataFolder: string,
  { opensAt }: { opensAt: string },
): Promise<string> {
  const folder = join(dataFolder, 'made')
  await mkdir(folder, { recursive: true })
  let albumId = ''
  await withServices(dataFolder, async (services) => {
    await services.db.updateTable('users').set({ keyVerified: 1 }).execute()
    const { edit } = openCatalog(services)
    for (const premiere of [undefined, { opensAt, isCovered: true }]) {
      const title = premiere === undefined ? OPEN_ALBUM : 'Zweite Halbzeit'
      const tracks: NewTrack[] = []
      for (let number = 1; number <= TRACKS; number += 1) {
        const path = join(folder, `${title} ${number}.wav`)
        await writeFile(path, noiseWav(number, TRACK_SECONDS))
        const info = await services.probe.infoOf(path)
        if (info.kind !== 'audio') throw new Error(`${path} is not taken for sound`)
        tracks.push({ title: `Titel ${number}`, file: { item: { from: 'path', path, link: true }, info } })
      }
      const album = { title, releaseYear: 2024, type: 'album', isExclusive: false, tracks, premiere } as const
      const [added] = await edit.addAlbums(operator, [album])
      albumId = added?.id ?? ''
    }
  })
  return albumId
}
