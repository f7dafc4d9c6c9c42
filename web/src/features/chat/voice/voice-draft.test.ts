import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OwnMedia } from '../state/outgoing.ts'
import type { Recording } from './recorder.ts'
import {
  discardVoice,
  leaveVoice,
  nearEnd,
  resetVoice,
  restoreVoice,
  startVoice,
  takeRecording,
  useVoiceDraft,
} from './voice-draft.ts'

const discarded: string[] = []
const recording = (name: string): Recording => ({
  stop: async () => ({ file: new Blob([name]), durationSeconds: 3, peaks: [50] }),
  discard: () => void discarded.push(name),
})
const voice = () => useVoiceDraft.getState().voice.kind
const media = (address: string): OwnMedia => ({ kind: 'voice', file: new Blob(), address })

/** Uses a fake microphone; the journey of the chat covers the real one. */
const start = () => startVoice(async () => recording('eins'))

beforeEach(() => void (discarded.length = 0))
afterEach(resetVoice)

describe('a voice message', () => {
  test('is announced to end from 4:30 on, and again ten seconds before', () => {
    expect(nearEnd(269)).toBeUndefined()
    expect(nearEnd(270)).toEqual({ shown: 'noch 30 s', announcement: 'Die Aufnahme endet in 30 Sekunden' })
    expect(nearEnd(289.5)?.announcement).toBe('Die Aufnahme endet in 30 Sekunden')
    expect(nearEnd(290)).toEqual({ shown: 'noch 10 s', announcement: 'Die Aufnahme endet in 10 Sekunden' })
    expect(nearEnd(300)?.shown).toBe('noch 0 s')
  })

  test('is kept when its author goes to another page, and can be sent afterwards', async () => {
    await start()
    expect(voice()).toBe('recording')
    leaveVoice()
    await expect.poll(voice).toBe('recorded')
    expect(await takeRecording()).toMatchObject({ kind: 'voice', duration: 3 })
    expect(voice()).toBe('none')
  })

  test('that is called off while the browser requests the microphone never begins', async () => {
    const requested = Promise.withResolvers<Recording>()
    const starting = startVoice(() => requested.promise)
    discardVoice()
    requested.resolve(recording('zu spät'))
    await starting
    expect([voice(), discarded]).toEqual(['none', ['zu spät']])
  })

  test('that comes back while another one is recorded waits for its end', async () => {
    await start()
    restoreVoice(media('blob:zurück'))
    expect(voice()).toBe('recording')
    discardVoice()
    expect(useVoiceDraft.getState().voice).toMatchObject({
      kind: 'recorded',
      media: { address: 'blob:zurück' },
    })
  })
})
