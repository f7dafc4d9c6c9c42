import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeSweep, type SweepFormat } from '../../e2e/sweep-files.ts'
import { sweepCuts } from '../../e2e/sweep.ts'
import { operator } from '../../server/src/features/audit-log/index.ts'
import { openCatalog, type NewTrack } from '../../server/src/features/catalog/index.ts'
import { createAccounts } from './account.ts'
import { withServices } from './with-services.ts'

/** Each album is one sweep in this number of tracks. */
export const SWEEP_CHANGES = 50
const SECONDS = 1.5

/** For each format, how the tracks of its album are encoded in turn. */
export const SWEEP_ALBUMS: Readonly<Record<string, readonly SweepFormat[]>> = {
  mp3: ['mp3'],
  m4a: ['itunes', 'm4a'],
  flac: ['flac'],
  ogg: ['ogg'],
  opus: ['opus'],
}

export const sweepAlbumCuts = () => sweepCuts(SWEEP_CHANGES + 1, SECONDS)

/** An archive with an album of each format. Needs ffmpeg. */
export async function createSweepArchive(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'made')
  await mkdir(folder, { recursive: true })
  const cuts = sweepAlbumCuts()
  await withServices(dataFolder, async (services) => {
    await createAccounts(services, 1)
    for (const [name, encoders] of Object.entries(SWEEP_ALBUMS)) {
      const tracks: NewTrack[] = []
      for (let index = 0; index <= SWEEP_CHANGES; index += 1) {
        const encoder = encoders[index % encoders.length] ?? 'mp3'
        const path = join(folder, `${name}-${index}`)
        const file = encodeSweep(path, encoder, cuts[index] ?? 0, cuts[index + 1] ?? 0)
        const info = await services.probe.infoOf(file)
        if (info.kind !== 'audio') throw new Error('The sweep is not taken for sound')
        tracks.push({
          title: `Teil ${index + 1}`,
          file: { item: { from: 'path', path: file, link: true }, info },
        })
      }
      await openCatalog(services).edit.addAlbums(operator, [
        { title: `Gleitton ${name}`, releaseYear: 2024, type: 'album', isExclusive: false, tracks },
      ])
    }
  })
}
