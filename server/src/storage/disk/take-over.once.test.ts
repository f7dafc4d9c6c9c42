import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const OPENER = new URL('../backends/storage.disk.ts', import.meta.url).href

/**
 * Saves files from another folder in a process of its own. @returns how often a file or folder was synced until then
 */
async function syncsOfSaving(count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-sync-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${index}.mp3`))
  for (const path of paths) await writeFile(path, 'Musik')
  const items = paths.map((path) => ({ from: 'path', path, link: false }))
  const script = `
    const { openDiskStorage } = await import(${JSON.stringify(OPENER)})
    const storage = await openDiskStorage(${JSON.stringify(join(folder, 'media'))})
    await storage.save('tracks', ${JSON.stringify(items)})
    // Ends when the file is saved, so that only syncs are counted for which the storage has waited.
    process.exit()`
  const log = join(folder, 'trace.json')
  const trace = ['--trace-event-categories', 'node.fs.async', '--trace-event-file-pattern', log]
  await promisify(execFile)(process.execPath, [...trace, '--input-type=module', '--eval', script])
  const { traceEvents } = JSON.parse(await readFile(log, 'utf8'))
  return traceEvents.filter(({ name, ph }: { name: string; ph: string }) => name === 'fsync' && ph === 'e')
    .length
}

test('each file from elsewhere is synced before it counts as stored', async () => {
  const [two, five] = [await syncsOfSaving(2), await syncsOfSaving(5)]
  expect(five - two).toBe(3)
})
