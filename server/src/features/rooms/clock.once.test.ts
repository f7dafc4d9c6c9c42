import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp } from '#testing/start-app.ts'

test('only the client that asks for the time gets the answer, which repeats the time that it sent', async () => {
  const app = await startApp()
  const [one, other] = [
    openSocket(app, { token: (await app.signIn()).token }),
    openSocket(app, { token: (await app.signIn()).token }),
  ]
  await Promise.all([one.ready(), other.ready()])
  const before = Date.now()
  for (const sent of [12.25, 3, 7]) one.send({ type: 'clock', sent })
  await eventually(() => expect(one.all('clock').map(({ sent }) => sent)).toEqual([12.25, 3, 7]))
  const times = one.all('clock').flatMap(({ received, replied }) => [received, replied])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.abs((times[0] ?? 0) - before)).toBeLessThan(60_000)
  expect(other.all('clock')).toEqual([])
})
