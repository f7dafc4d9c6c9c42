import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noiseWav } from '../../e2e/noise.ts'
import { createAccounts } from './account.ts'
import { addAlbum } from './add-album.ts'
import { withServices } from './with-services.ts'

export const ROOM_ALBUM = 'Rauschen'

/** An archive with accounts and an album of noise, in which no moment sounds like another one. */
export async function createRoomArchive(
  dataFolder: string,
  { accounts, tracks, seconds }: { accounts: number; tracks: number; seconds: number },
): Promise<void> {
  const folder = join(dataFolder, 'made')
  await mkdir(folder, { recursive: true })
  const files: { title: string; path: string }[] = []
  for (let track = 1; track <= tracks; track += 1) {
    const path = join(folder, `noise-${track}.wav`)
    await writeFile(path, noiseWav(track, seconds))
    files.push({ title: `Rauschen ${track}`, path })
  }
  await withServices(dataFolder, async (services) => {
    await createAccounts(services, accounts)
    await addAlbum(services, ROOM_ALBUM, files)
  })
}
