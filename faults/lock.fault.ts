import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { listMessages } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { callsOf, newInstallation } from './installation.ts'
import { rounds, report } from './rounds.ts'
import { expectWithin } from './time-limit.ts'
import { expectStored, Writers } from './writers.ts'

const WRITES_WAIT_MS = 3000

test('another process holds the lock: reads go on, writes wait a while and are then refused, the process does not stand still', async () => {
  const archive = await newInstallation()
  const member = await archive.member()
  const server = await archive.start()
  const { call } = callsOf(server, member)
  const other = new DatabaseSync(join(archive.dataFolder, 'archive.sqlite'))
  const locks = rounds({ short: 1, long: 5 })
  const writers = new Writers([member], 20)
  const readMs: number[] = []
  const refusedAfterMs: number[] = []
  try {
    for (let lock = 0; lock < locks; lock += 1) {
      // The lock is first held for less time than writes wait for it, then for more.
      for (const heldMs of [1500, WRITES_WAIT_MS + 2000]) {
        const released = new AbortController()
        other.exec('begin immediate')
        const reading = (async () => {
          while (!released.signal.aborted) {
            const requestedAt = performance.now()
            await call(listMessages, { query: {} })
            readMs.push(performance.now() - requestedAt)
            await pause(10)
          }
        })()
        const refusing = (async () => {
          const requestedAt = performance.now()
          const answer = await fetch(`${server.address}/api/chat/messages`, {
            method: 'POST',
            headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({
              message: `Während der Sperre ${lock} ${heldMs}`,
              clientId: crypto.randomUUID(),
            }),
          })
          if (answer.ok) {
            const { message } = await answer.json()
            writers.acknowledged.set(message.content, message.id)
            return
          }
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).not.toBeNull()
          refusedAfterMs.push(performance.now() - requestedAt)
        })()
        let isOver = false
        const writing = writers.writeUntil(server, () => isOver)
        await pause(heldMs)
        other.exec('rollback')
        released.abort()
        isOver = true
        await Promise.all([reading, refusing, writing])
        await writers.repeat(server)
        expect(writers.unanswered).toEqual([])
      }
    }
  } finally {
    other.close()
  }
  expect([...writers.errors.keys()]).toEqual(['503'])
  expect(refusedAfterMs).toHaveLength(locks)
  await expectStored(archive, writers)
  const sorted = readMs.toSorted((a, b) => a - b)
  const [typical = NaN, nearlyAll = NaN] = [0.5, 0.99].map(
    (share) => sorted[Math.floor(sorted.length * share)],
  )
  expectWithin(nearlyAll, 300)
  report(
    'R-07',
    `${locks} × a lock held by another process for 1.5 s and for 5 s`,
    `${readMs.length} reads meanwhile: p50 ${typical.toFixed(0)} ms, p99 ${nearlyAll.toFixed(0)} ms; writes went through after the short one, and after ${Math.round(Math.min(...refusedAfterMs))} ms were refused with 503; ${writers.acknowledged.size} acknowledged, all stored once`,
  )
})
