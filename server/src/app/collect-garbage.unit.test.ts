import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = pathToFileURL(join(import.meta.dirname, 'collect-garbage.ts')).href

const WITHIN_MS = 20_000

/**
 * Runs in a process of its own: it makes 200 MB of garbage that has survived collections, and then does nothing until
 * most of its memory was returned, or until the time is over. Prints whether it was returned.
 */
const PROGRAM = `
  const { collectGarbageWhenIdle } = await import(${JSON.stringify(MODULE)})
  collectGarbageWhenIdle({ lookEveryMs: 100, pauseMs: 0 })
  const before = process.memoryUsage.rss()
  let kept = Array.from({ length: 2_000_000 }, (_, number) => ({ number, text: [number] }))
  const grown = process.memoryUsage.rss() - before
  kept = undefined
  const endsAt = Date.now() + ${WITHIN_MS}
  const isBack = () => process.memoryUsage.rss() - before < grown / 2
  while (!isBack() && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 200))
  console.log(grown > 100e6 && isBack())
`

const run = async (code: string) =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])).stdout.trim()

test('an idle process that has grown returns its garbage to the operating system', async () => {
  expect(await run(PROGRAM)).toBe('true')
})
