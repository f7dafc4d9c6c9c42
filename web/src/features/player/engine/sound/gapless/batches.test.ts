import { expect, test } from 'vitest'
import { batchesOf, type Batch } from './batches.ts'
import type { SoundFile } from './sound-file.ts'

const PACKET_SECONDS = 0.025
const PADDING_SECONDS = 0.06

/** A fake sound file; the first byte of each packet is the number of the packet. */
function fileOf(packets: number): SoundFile {
  return {
    type: 'audio/mpeg',
    delaySeconds: 0,
    durationSeconds: undefined,
    async *packets(fromSeconds) {
      for (let number = Math.floor(fromSeconds / PACKET_SECONDS); number < packets; number += 1) {
        const startSeconds = number * PACKET_SECONDS
        yield { data: Uint8Array.of(number), startSeconds, lengthSeconds: PACKET_SECONDS }
      }
    },
    endOf: ({ startSeconds, lengthSeconds }) => startSeconds + lengthSeconds - PADDING_SECONDS,
    wrap: (wrapped) => Promise.resolve(Uint8Array.from(wrapped.flatMap(({ data }) => [...data]))),
    close: () => undefined,
  }
}

async function read(packets: number, from = 0): Promise<Batch[]> {
  const found: Batch[] = []
  for await (const batch of batchesOf(fileOf(packets), from)) found.push(batch)
  return found
}

test.each([1, 3, 12, 28, 29, 40, 60, 61, 200])(
  '%i packets come once, in order, without holes',
  async (count) => {
    const batches = await read(count)
    const numbers = batches.flatMap(({ bytes }) => [...bytes])
    expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number))
    for (const [index, { startSeconds }] of batches.entries())
      expect(startSeconds).toBeCloseTo(batches[index - 1]?.endSeconds ?? 0)
  },
)

test.each([29, 40, 59, 60, 61, 200])(
  'only the last batch of %i packets knows the end, and what is cut lies in it',
  async (count) => {
    const batches = await read(count)
    expect(batches.slice(0, -1).map(({ musicEndSeconds }) => musicEndSeconds)).toEqual(
      batches.slice(1).map(() => undefined),
    )
    const last = batches.at(-1)
    expect(last?.musicEndSeconds).toBeCloseTo(count * PACKET_SECONDS - PADDING_SECONDS)
    expect(last?.musicEndSeconds).toBeGreaterThan(last?.startSeconds ?? 0)
  },
)

test('the first batch is short, so that a press is heard soon, also after a seek', async () => {
  const [first] = await read(2000, 20)
  expect(first?.startSeconds).toBeCloseTo(20)
  expect(first && first.endSeconds - first.startSeconds).toBeLessThan(0.6)
})

test('a batch is at most twice as long as the one before, so that a slow connection has it in time', async () => {
  const lengths = (await read(2000)).map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
  const longer = lengths.filter(
    (length, index) => length > 2 * (lengths[index - 1] ?? length) + 2 * PACKET_SECONDS,
  )
  expect(longer).toEqual([])
  expect(Math.max(...lengths)).toBeLessThan(5)
  expect(lengths.length).toBeLessThan(20)
})
