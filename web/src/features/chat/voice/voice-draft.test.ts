import { ROOM_ID } from '@tonarchiv/contract/chat'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OwnMedia } from '../state/outgoing.ts'
import type { Recording } from './recorder.ts'
import {
  allVoices,
  allVoicesSoFar,
  discardVoice,
  leaveVoice,
  nearEnd,
  openVoice,
  resetVoice,
  restoreVoice,
  startVoice,
  takeRecording,
  useVoiceDraft,
} from './voice-draft.ts'

const discarded: string[] = []
const recording = (name: string): Recording => ({
  stop: async () => ({ file: new Blob([name]), durationSeconds: 3, peaks: [50] }),
  recorded: () => ({ file: new Blob(['so far']), durationSeconds: 2, peaks: [] }),
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
    restoreVoice(ROOM_ID, media('blob:zurück'))
    expect(voice()).toBe('recording')
    discardVoice()
    expect(useVoiceDraft.getState().voice).toMatchObject({
      kind: 'recorded',
      media: { address: 'blob:zurück' },
    })
  })

  test('is handed out while it is recorded, for a page that is closed', async () => {
    await start()
    expect(allVoices().get(ROOM_ID)).toEqual([])
    expect(allVoicesSoFar().get(ROOM_ID)).toMatchObject([{ kind: 'voice', duration: 2 }])
    expect(voice()).toBe('recording')
  })

  test('that is sent while another conversation is opened is sent once, and the one there stays', async () => {
    restoreVoice('with-okan', media('with okan'))
    await start()
    const sent = takeRecording()
    openVoice('with-okan')
    expect(await (await sent)?.file.text()).toBe('eins')
    expect(voice()).toBe('recorded')
    expect(allVoices().get('with-okan')).toHaveLength(1)
    expect(allVoices().get(ROOM_ID)).toEqual([])
  })

  test('stays in its conversation', async () => {
    await start()
    leaveVoice()
    openVoice('mit-okan')
    expect(voice()).toBe('none')
    await expect.poll(() => allVoices().get(ROOM_ID)).toHaveLength(1)
    expect(voice()).toBe('none')
    openVoice(ROOM_ID)
    expect(voice()).toBe('recorded')
  })
})
