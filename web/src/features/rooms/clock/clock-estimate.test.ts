import { expect, test } from 'vitest'
import { randomOf } from '#testing/random.ts'
import { estimateAfter, offsetAt, type ClockEstimate, type Exchange } from './clock-estimate.ts'

/** A simulated network and two clocks. */
interface World {
  offset: number
  /** Milliseconds that the server's clock gains in one local millisecond. */
  skew: number
  /** Delay of a message in one direction, in milliseconds; `jitter` is the maximum that is added at random. */
  delay: number
  jitter: number
  /** One of this many messages is lost once and arrives this much later. */
  lostOneIn?: number
}

const RESENT_AFTER = 250

function worldOf({ offset, skew, delay, jitter, lostOneIn = Infinity }: World, seed: number) {
  const below = randomOf(seed)
  const share = () => below(1_000_000) / 1_000_000
  const way = () => delay + jitter * share() ** 2 + (share() < 1 / lostOneIn ? RESENT_AFTER : 0)
  const server = (local: number) => local + offset + skew * local
  return {
    trueOffset: (local: number) => server(local) - local,
    exchange(sentAt: number): Exchange {
      const [out, held, back] = [way(), share(), way()]
      return {
        sentAt,
        receivedAt: server(sentAt + out),
        repliedAt: server(sentAt + out + held),
        arrivedAt: sentAt + out + held + back,
      }
    },
  }
}

/** A burst of eight exchanges, then one every twelve seconds. @returns the estimates and the local times of arrival */
function measured(world: ReturnType<typeof worldOf>, minutes: number) {
  const times = Array.from({ length: 8 }, (_, index) => index * 120)
  for (let at = 12_000; at < minutes * 60_000; at += 12_000) times.push(at)
  const found: { at: number; estimate: ClockEstimate }[] = []
  let estimate: ClockEstimate | undefined
  for (const time of times) {
    const exchange = world.exchange(time)
    estimate = estimateAfter(estimate, exchange)
    found.push({ at: exchange.arrivedAt, estimate })
  }
  return found
}

/** Networks with the maximum error in milliseconds of 95 % of the readings, and of all readings. */
const NETWORKS: [string, Pick<World, 'delay' | 'jitter' | 'lostOneIn'>, usual: number, most: number][] = [
  ['in a house', { delay: 1, jitter: 4 }, 2, 8],
  ['over a mobile network', { delay: 40, jitter: 60 }, 10, 40],
  ['with 300 ms and 2 % loss', { delay: 150, jitter: 20, lostOneIn: 50 }, 6, 20],
  ['with jitter alone', { delay: 5, jitter: 200 }, 25, 100],
]

test.each(NETWORKS)(
  'the server’s clock %s is known for an hour, also with oscillators of different speed',
  (_name, network, usual, most) => {
    const errors: number[] = []
    for (let seed = 1; seed <= 40; seed += 1) {
      const world = worldOf({ ...network, offset: seed * 1e7 - 2e8, skew: ((seed % 9) - 4) * 25e-6 }, seed)
      for (const { at, estimate } of measured(world, 60).slice(7)) {
        // The error is checked shortly before the next exchange, when it is largest.
        const until = at + 11_000
        errors.push(Math.abs(offsetAt(estimate, until) - world.trueOffset(until)))
      }
    }
    const sorted = errors.toSorted((one, other) => one - other)
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(usual)
    expect(sorted.at(-1)).toBeLessThan(most)
  },
)

test('the different speed of two oscillators is measured', () => {
  const world = worldOf({ offset: 0, skew: 100e-6, delay: 150, jitter: 1 }, 3)
  const last = measured(world, 10).at(-1)
  expect(last?.estimate.skew).toBeCloseTo(100e-6, 5)
})

test('answers that were held up on one way only do not move the estimate', () => {
  const world = worldOf({ offset: 777, skew: 0, delay: 20, jitter: 1 }, 5)
  let estimate = measured(world, 2).at(-1)?.estimate
  for (let round = 0; round < 20; round += 1) {
    const exchange = world.exchange(120_000 + round * 12_000)
    estimate = estimateAfter(estimate, { ...exchange, arrivedAt: exchange.arrivedAt + 900 })
  }
  expect(Math.abs((estimate ? offsetAt(estimate, 360_000) : 0) - 777)).toBeLessThan(3)
})

test('after a sleep, in which the local clock stood still, only new exchanges count', () => {
  const before = worldOf({ offset: 0, skew: 0, delay: 20, jitter: 5 }, 7)
  const after = worldOf({ offset: 3_600_000, skew: 0, delay: 20, jitter: 5 }, 8)
  const slept = estimateAfter(measured(before, 5).at(-1)?.estimate, after.exchange(300_000))
  expect(slept.samples).toHaveLength(1)
  expect(Math.abs(offsetAt(slept, 300_100) - 3_600_000)).toBeLessThan(10)
})
