import { createPlaylist } from '@tonarchiv/contract/playlists'
import * as z from 'zod/mini'
import { createAppPasswordFor } from '../../server/src/features/app-passwords/index.ts'
import { accountOf } from '../archive/account.ts'
import { copyWithoutIndex } from '../archive/copied-archive.ts'
import { createRandom } from '../archive/random.ts'
import type { SampleArchive } from '../archive/sample-archives.ts'
import { addArtists } from '../archive/search-archive.ts'
import { withServices } from '../archive/with-services.ts'
import { logIn } from './log-in.ts'
import { startProduct } from './product.ts'
import type { RunningServer } from './running-server.ts'

/** Songs of the playlist. */
export const ENTRIES = 500

/** A server on a copy of an archive with artists, an account's session and its app password, and a playlist. */
export interface OpenedForApps {
  archive: SampleArchive
  server: RunningServer
  token: string
  apiKey: string
  playlistId: string
}

/** Opens an archive in this folder for an app and for the web app. */
export async function openForApps(
  stack: AsyncDisposableStack,
  archive: SampleArchive,
  dataFolder: string,
  runFolder: string,
): Promise<OpenedForApps> {
  await copyWithoutIndex(archive.dataFolder, dataFolder)
  const { apiKey, trackIds } = await withServices(dataFolder, async (services) => {
    const { db } = services
    await addArtists(services, createRandom(5))
    // The index has all songs already; else the server would bring it up to date during the measurement.
    await db.deleteFrom('searchChanges').execute()
    const { email } = accountOf(0)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { password } = await createAppPasswordFor(services, id, 'Benchmark')
    const tracks = await db.selectFrom('tracks').select('id').orderBy('id').execute()
    const step = Math.floor(tracks.length / ENTRIES)
    return {
      apiKey: password,
      trackIds: Array.from({ length: ENTRIES }, (_, index) => tracks[index * step]?.id ?? ''),
    }
  })
  const server = stack.use(await startProduct(dataFolder, runFolder))
  const token = await logIn(server.port, accountOf(0))
  const response = await fetch(`http://127.0.0.1:${server.port}${createPlaylist.path}`, {
    method: createPlaylist.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: 'Benchmark', trackIds }),
  })
  const { playlist } = z.parse(Created, await response.json())
  return { archive, server, token, apiKey, playlistId: playlist.id }
}

const Created = z.object({ playlist: z.object({ id: z.string(), entryCount: z.literal(ENTRIES) }) })
