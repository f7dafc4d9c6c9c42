import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createChatImage } from '../server/src/images/images.ts'
import type { Services } from '../server/src/services.ts'

/** The message that gets the images (a LIKE pattern), and the posters of the demo's videos that it gets. */
const MESSAGE = 'Zwei Bänder liegen noch hier.%'
const PICTURES = ['zellen.jpg', 'sturz.jpg', 'nordlicht.jpg']

/** Adds images to a message of the demo, unless it has some. */
export async function addChatImages(services: Services): Promise<void> {
  const { db } = services
  const message = await db
    .selectFrom('chatMessages')
    .select(['id', 'userId', 'createdAt'])
    .where('content', 'like', MESSAGE)
    .where('album', 'is', null)
    .executeTakeFirst()
  if (message === undefined || message.userId === null) return
  const { id: messageId, userId, createdAt } = message
  const images: { name: string; width: number; height: number }[] = []
  for (const [position, picture] of PICTURES.entries()) {
    const name = randomBytes(16).toString('hex')
    const { storageName, width, height, sizeBytes } = await storeImage(services, picture)
    const row = { name, userId, messageId, position, storageName, width, height, sizeBytes, createdAt }
    await db
      .insertInto('chatMedia')
      .values({ ...row, kind: 'image', contentType: 'image/webp', givenBytes: 0, fileName: 'bild.webp' })
      .execute()
    images.push({ name, width, height })
  }
  await db
    .updateTable('chatMessages')
    .set({ album: JSON.stringify(images) })
    .where('id', '=', messageId)
    .execute()
}

async function storeImage({ storage }: Services, picture: string) {
  const image = await createChatImage(await readFile(join(import.meta.dirname, 'films', picture)))
  if (typeof image === 'string') throw new Error(`${picture} cannot be read`)
  const { bytes, small, width, height } = image
  const drawn = await storage.stage()
  await drawn.write(bytes)
  await drawn.finish()
  const [storageName = ''] = await storage.save('chat', [{ from: 'stage', file: drawn }])
  if (small !== undefined) await storage.saveVariant(storageName, 'small', small)
  return { storageName, width, height, sizeBytes: bytes.length }
}
