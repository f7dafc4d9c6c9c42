import type { TestApp } from './start-app.ts'

const MEBIBYTE = 1024 * 1024
/** More bytes than the buffers of sockets hold. */
const SIZE = 32 * MEBIBYTE

/** Gives a track a file so large that it is still being sent when the client has received the start of the response. */
export async function enlargeTrack({ services: { db, storage } }: TestApp, id: string): Promise<void> {
  const file = await storage.stage()
  for (let count = 0; count < SIZE / MEBIBYTE; count += 1) await file.write(Buffer.alloc(MEBIBYTE, count))
  const [storageName = ''] = await storage.save('tracks', [{ from: 'stage', file }])
  await db.updateTable('tracks').set({ storageName, sizeBytes: SIZE }).where('id', '=', id).execute()
}
