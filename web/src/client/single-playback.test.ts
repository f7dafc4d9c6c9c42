import { expect, test, vi } from 'vitest'
import { joinSinglePlayback } from './single-playback.ts'

test('a player that starts pauses all others, and not itself', async () => {
  const [music, video, otherTab] = [vi.fn(), vi.fn(), vi.fn()]
  const joined = [music, video, otherTab].map(joinSinglePlayback)
  joined[1]?.begin()
  await expect.poll(() => [music, otherTab].map((pause) => pause.mock.calls.length)).toEqual([1, 1])
  expect(video).not.toHaveBeenCalled()

  joined[0]?.leave()
  joined[2]?.begin()
  await expect.poll(() => video.mock.calls.length).toBe(1)
  expect(music).toHaveBeenCalledOnce()
  joined.forEach(({ leave }) => leave())
})
