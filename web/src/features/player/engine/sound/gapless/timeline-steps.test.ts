import { expect, test } from 'vitest'
import { SilentElement } from '../silent-element.ts'
import type { MediaTimeline } from './media-timeline.ts'
import { UnsuitableFile, type SoundFile } from './sound-file.ts'
import { entryFor } from './timeline-entry.ts'
import { AHEAD_SECONDS, nextStep } from './timeline-plan.ts'
import { type FeedState, performStep } from './timeline-steps.ts'

const LENGTH = 90
const PACKET_SECONDS = 0.5

/** A fake sound file. Each packet is one byte: the number of the packet. */
const FILE: SoundFile = {
  type: 'audio/mpeg',
  delaySeconds: 0,
  durationSeconds: LENGTH,
  async *packets() {
    for (let number = 0; number * PACKET_SECONDS < LENGTH; number += 1)
      yield {
        data: Uint8Array.of(number),
        startSeconds: number * PACKET_SECONDS,
        lengthSeconds: PACKET_SECONDS,
      }
  },
  endOf: ({ startSeconds, lengthSeconds }) => startSeconds + lengthSeconds,
  wrap: (packets) => Promise.resolve(Uint8Array.from(packets.flatMap(({ data }) => [...data]))),
  close: () => undefined,
}

/** A timeline with one track, in a fake browser that can buffer `keptSeconds` of sound. */
function setUp(keptSeconds: number) {
  const element = new SilentElement()
  const entry = { ...entryFor('a'), file: FILE, start: 0 }
  const state: FeedState = {
    entries: [entry],
    timeline: undefined,
    staleFrom: undefined,
    aheadSeconds: AHEAD_SECONDS,
  }
  let appended: number[] = []
  let removedUntil = 0
  let refusals = 0
  const timeline: MediaTimeline = {
    append(bytes) {
      const kept = (appended.length + bytes.length) * PACKET_SECONDS - removedUntil
      if (kept > keptSeconds) {
        refusals += 1
        return Promise.reject(new DOMException('It is full', 'QuotaExceededError'))
      }
      appended = [...appended, ...bytes]
      return Promise.resolve()
    },
    remove(_, until) {
      removedUntil = Math.max(removedUntil, until)
      return Promise.resolve()
    },
    finish: () => undefined,
    isFinished: () => true,
    close: () => undefined,
  }
  state.timeline = timeline
  const parts = { state, element, onKnown: () => undefined, onPlaced: () => undefined }
  /** Sets the position of the element and runs all steps that this position requires. */
  async function work(position: number) {
    element.currentTime = position
    for (;;) {
      const { appendedUntil, end } = entry
      const tracks = [{ isOpened: true, appendedUntil, isComplete: end !== undefined }]
      const { staleFrom, aheadSeconds } = state
      const view = { position, bufferedFrom: removedUntil, tracks, aheadSeconds, staleFrom, isFinished: true }
      const step = nextStep(view)
      if (!step) return
      await performStep(parts, step, entry, timeline)
    }
  }
  return { work, entry, appended: () => appended, refusals: () => refusals }
}

test('a browser whose memory for sound is full gets less ahead, and the track plays whole', async () => {
  const { work, entry, appended, refusals } = setUp(20)
  for (let position = 0; position < LENGTH; position += 1) {
    await work(position)
    expect(entry.appendedUntil).toBeGreaterThan(Math.min(position + 1, LENGTH - 0.1))
  }
  expect(appended()).toEqual(Array.from({ length: LENGTH / PACKET_SECONDS }, (_, number) => number))
  expect(entry.end).toBe(LENGTH)
  expect(refusals()).toBeGreaterThan(0)
  expect(refusals()).toBeLessThan(20)
})

test('one that keeps too little plays the track with an element', async () => {
  await expect(setUp(3).work(0)).rejects.toBeInstanceOf(UnsuitableFile)
})
