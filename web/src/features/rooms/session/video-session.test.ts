import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { videoRoomOf, roomOf } from '../state/made-room.ts'
import { simulateTab } from './simulated-tab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function joined() {
  const simulated = simulateTab()
  simulated.calls.join.mockImplementation(() => Promise.resolve(videoRoomOf()))
  await simulated.session.join('room-1')
  await run(100)
  return simulated
}

/** Mounts the video, as a screen does. @returns a function that removes it */
function showVideo({ room }: Pick<Awaited<ReturnType<typeof joined>>, 'room'>): () => void {
  const { video } = room()
  if (!video) throw new Error('The room plays no videos')
  return video.mount({ append: () => undefined })
}

test('the video plays in step as long as a screen shows it, and the player of music stays the own one', async () => {
  const simulated = await joined()
  const { video, did, room, hereReports } = simulated
  await run(1000)
  expect([video.isPlaying(), room().following.name]).toEqual([false, 'stopped'])
  expect(hereReports().at(-1)).toMatchObject({ sound: 'off' })
  const hide = showVideo(simulated)
  await run(1500)
  expect(room().following.name).toBe('inStep')
  expect(video.secondsNow()).toBeCloseTo((room().positionMs() ?? 0) / 1000, 1)
  expect(hereReports().at(-1)).toMatchObject({ sound: 'on' })
  hide()
  await run(1000)
  expect([video.isPlaying(), room().following.name]).toEqual([false, 'stopped'])
  expect(hereReports().at(-1)).toMatchObject({ sound: 'off' })
  // When the video is shown again, it has the current position of the room.
  showVideo(simulated)
  await run(1500)
  expect(room().following.name).toBe('inStep')
  expect(video.secondsNow()).toBeCloseTo((room().positionMs() ?? 0) / 1000, 1)
  // The music player was paused, and has not followed the room.
  expect(did).not.toContain('begin')
})

test('a video without sound is reported, and another player stops it', async () => {
  const simulated = await joined()
  showVideo(simulated)
  await run(1500)
  simulated.video.state.setState({ isMuted: true })
  expect(simulated.hereReports().at(-1)).toMatchObject({ sound: 'off' })
  simulated.video.state.setState({ isMuted: false })
  simulated.session.stopHere()
  await run(100)
  expect(simulated.video.isPlaying()).toBe(false)
  simulated.session.press()
  await run(1500)
  expect(simulated.room().following.name).toBe('inStep')
})

test('leaving closes the video and every timer', async () => {
  const simulated = await joined()
  showVideo(simulated)
  await run(1500)
  simulated.session.leave()
  await run(100)
  expect(simulated.video.isClosed()).toBe(true)
  expect([simulated.handlerCount(), vi.getTimerCount()]).toEqual([0, 0])
})

test('who goes from a room of music into one of videos gets the own music back, paused', async () => {
  const simulated = simulateTab()
  simulated.calls.join.mockImplementation((id: string) =>
    Promise.resolve(id === 'room-1' ? roomOf() : videoRoomOf({ roomId: 'room-2' })),
  )
  await simulated.session.join('room-1')
  await run(500)
  await simulated.session.join('room-2')
  await run(100)
  expect(simulated.did).toEqual(['begin', 'end'])
  expect(simulated.room().video).toBeDefined()
})
