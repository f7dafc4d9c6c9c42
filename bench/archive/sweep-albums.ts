import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeSweep, type SweepFormat } from '../../e2e/sweep-files.ts'
import { sweepCuts } from '../../e2e/sweep.ts'
import { createAccounts } from './account.ts'
import { addAlbum } from './add-album.ts'
import { withServices } from './with-services.ts'

/** Number of changes between tracks in each album. The tracks of an album are parts of one sweep (e2e/sweep.ts). */
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
      const files = Array.from({ length: SWEEP_CHANGES + 1 }, (_, index) => {
        const encoder = encoders[index % encoders.length] ?? 'mp3'
        const path = join(folder, `${name}-${index}`)
        return {
          title: `Teil ${index + 1}`,
          path: encodeSweep(path, encoder, cuts[index] ?? 0, cuts[index + 1] ?? 0),
        }
      })
      await addAlbum(services, `Gleitton ${name}`, files)
    }
  })
}
