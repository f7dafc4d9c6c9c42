import { expect, test, vi } from 'vitest'
import { createNowPlayingSender } from './now-playing-sender.ts'

function setUp() {
  const state = { user: 'mara' as string | undefined, hasListeners: true, ms: 0, requests: 0 }
  const sent: string[] = []
  const nowPlaying = createNowPlayingSender({
    userId: () => state.user,
    hasListeners() {
      state.requests += 1
      return Promise.resolve(state.hasListeners)
    },
    send(id) {
      sent.push(id)
      return Promise.resolve()
    },
    now: () => state.ms,
  })
  const announce = async (type: 'started' | 'listened' | 'paused' | 'ended', id: string) => {
    nowPlaying.onPlayerEvent({ type, track: { id } })
    await new Promise(setImmediate)
  }
  return { state, sent, nowPlaying, announce }
}

test('a started track is reported, other events are not', async () => {
  const { sent, announce } = setUp()
  await announce('started', 'eins')
  await announce('listened', 'eins')
  await announce('paused', 'eins')
  await announce('ended', 'eins')
  await announce('started', 'zwei')
  expect(sent).toEqual(['eins', 'zwei'])
})

test('without a connected service the server is asked once, and again after a while or a change', async () => {
  const { state, sent, nowPlaying, announce } = setUp()
  state.hasListeners = false
  await announce('started', 'eins')
  await announce('started', 'zwei')
  expect([state.requests, sent]).toEqual([1, []])
  state.hasListeners = true
  nowPlaying.reset()
  await announce('started', 'drei')
  state.ms += 11 * 60_000
  await announce('started', 'vier')
  expect([state.requests, sent]).toEqual([3, ['drei', 'vier']])
})

test('another account is checked separately; without a login there is no check', async () => {
  const { state, sent, announce } = setUp()
  await announce('started', 'eins')
  state.user = 'tom'
  state.hasListeners = false
  await announce('started', 'zwei')
  state.user = undefined
  await announce('started', 'drei')
  expect([state.requests, sent]).toEqual([2, ['eins']])
})

test('a failure is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const nowPlaying = createNowPlayingSender({
    userId: () => 'mara',
    hasListeners: () => Promise.reject(new Error('no line')),
    send: () => Promise.resolve(),
  })
  nowPlaying.onPlayerEvent({ type: 'started', track: { id: 'eins' } })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('Failed to update now playing', expect.any(Error)))
  warn.mockRestore()
})
