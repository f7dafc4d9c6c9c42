import { expect, test, vi } from 'vitest'
import { createNowPlaying } from './what-sounds.ts'

function setUp() {
  const state = { user: 'mara' as string | undefined, isListening: true, ms: 0, asked: 0 }
  const told: string[] = []
  const teller = createNowPlaying({
    userId: () => state.user,
    isListening() {
      state.asked += 1
      return Promise.resolve(state.isListening)
    },
    tell(id) {
      told.push(id)
      return Promise.resolve()
    },
    now: () => state.ms,
  })
  const announce = async (type: 'started' | 'listened' | 'paused' | 'ended', id: string) => {
    teller.listen({ type, track: { id } })
    await new Promise(setImmediate)
  }
  return { state, told, teller, announce }
}

test('what starts is told, nothing else', async () => {
  const { told, announce } = setUp()
  await announce('started', 'eins')
  await announce('listened', 'eins')
  await announce('paused', 'eins')
  await announce('ended', 'eins')
  await announce('started', 'zwei')
  expect(told).toEqual(['eins', 'zwei'])
})

test('where no service listens the server is asked once, and again after a while or a change', async () => {
  const { state, told, teller, announce } = setUp()
  state.isListening = false
  await announce('started', 'eins')
  await announce('started', 'zwei')
  expect([state.asked, told]).toEqual([1, []])
  state.isListening = true
  teller.forget()
  await announce('started', 'drei')
  state.ms += 11 * 60_000
  await announce('started', 'vier')
  expect([state.asked, told]).toEqual([3, ['drei', 'vier']])
})

test('another account is asked for itself; nobody is not asked', async () => {
  const { state, told, announce } = setUp()
  await announce('started', 'eins')
  state.user = 'tom'
  state.isListening = false
  await announce('started', 'zwei')
  state.user = undefined
  await announce('started', 'drei')
  expect([state.asked, told]).toEqual([2, ['eins']])
})

test('a failure is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const teller = createNowPlaying({
    userId: () => 'mara',
    isListening: () => Promise.reject(new Error('no line')),
    tell: () => Promise.resolve(),
  })
  teller.listen({ type: 'started', track: { id: 'eins' } })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('Failed to update now playing', expect.any(Error)))
  warn.mockRestore()
})
