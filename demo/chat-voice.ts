import { randomBytes } from 'node:crypto'
import { PEAKS_MAX } from '@tonarchiv/contract/chat'
import { sourceOfBytes } from '../server/src/audio-probe/byte-source.ts'
import { audioInfoOf } from '../server/src/audio-probe/info/audio-info.ts'
import type { Services } from '../server/src/services.ts'
import { seeded } from './seeded.ts'
import { createSoundRenderer } from './sound-files.ts'

/** The text of the message that is replaced by a recording. */
export const VOICE_LINE = 'Sprachnachricht aus dem Proberaum'
const SECONDS = 16
const CONTENT_TYPE = 'audio/ogg'

/** Gives a message of the demo a recording in place of its text, unless it has one. */
export async function addChatVoice({ db, storage }: Services): Promise<void> {
  const message = await db
    .selectFrom('chatMessages')
    .select(['id', 'userId', 'createdAt'])
    .where('content', '=', VOICE_LINE)
    .executeTakeFirst()
  if (message === undefined || message.userId === null) return
  const { id: messageId, userId, createdAt } = message
  const piece = { album: VOICE_LINE, title: 'Zweite Stimme', mood: 'keys', seconds: SECONDS } as const
  const bytes = (await createSoundRenderer()).make({ ...piece, format: 'ogg' })
  const info = audioInfoOf(sourceOfBytes(bytes))
  const durationSeconds = info.kind === 'audio' ? info.durationSeconds : SECONDS
  const recording = await storage.stage()
  await recording.write(bytes)
  await recording.finish()
  const [storageName = ''] = await storage.save('chat', [{ from: 'stage', file: recording }])
  const chance = seeded(VOICE_LINE)
  const peaks = Array.from({ length: PEAKS_MAX }, () => Math.round(20 + 80 * chance.next()))
  const kind = { kind: 'voice', contentType: CONTENT_TYPE, fileName: 'sprachnachricht.ogg' } as const
  const size = { sizeBytes: bytes.length, givenBytes: bytes.length, durationSeconds }
  const row = {
    name: randomBytes(16).toString('hex'),
    userId,
    messageId,
    position: 0,
    storageName,
    createdAt,
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('chatMedia')
      .values({ ...row, ...kind, ...size, peaks: JSON.stringify(peaks) })
      .execute()
    await trx.updateTable('chatMessages').set({ content: '' }).where('id', '=', messageId).execute()
  })
}
