import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { expect } from 'vitest'
import type { archiveForImport } from './music-folders.ts'
import type { TestApp } from './start-app.ts'

/** The launcher of the tests gets one. */
export const ffmpeg = process.env['FFMPEG_FOR_TESTS'] ?? 'ffmpeg'
export const patiently = { timeout: 30_000 }

export type ImportedArchive = Awaited<ReturnType<typeof archiveForImport>>

export async function tracksOf({ albums }: ImportedArchive) {
  return (await albums()).flatMap((album) => album.tracks)
}

export async function marks(archive: ImportedArchive): Promise<(true | undefined)[]> {
  return (await tracksOf(archive)).map(({ needsConversion }) => needsConversion)
}

/** Waits until no track is marked, and the converter has cleaned up. */
export async function expectConverted(archive: ImportedArchive): Promise<void> {
  const { db } = archive.app.services
  const left = async () => [
    ...(await marks(archive)).filter((mark) => mark !== undefined),
    ...(await db.selectFrom('conversions').selectAll().execute()),
  ]
  await expect.poll(left, patiently).toEqual([])
}

/** What a player gets for a file's name or a track's id. */
export async function bytesAt(
  { app, admin }: { app: TestApp; admin: { token: string } },
  file: string,
  format?: string,
) {
  const response = await app.fetch(urlOf(streamTrack, { params: { file }, query: { format } }), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}
