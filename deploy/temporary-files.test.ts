import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './settings.ts'

const hasMemory =
  existsSync('/dev/shm') && statfsSync('/dev/shm').bavail * statfsSync('/dev/shm').bsize >= 4 * 1024 ** 3

test.runIf(hasMemory)('tests keep their files in memory, which is free again after they end', () => {
  const script = `
    import { statSync, writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'
    keepTemporaryFilesInMemory()
    writeFileSync(tmpdir() + '/left-behind', 'of a test')
    console.log(tmpdir(), (statSync(tmpdir()).mode & 0o7777).toString(8))`
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: root(''),
    encoding: 'utf8',
  })
  const [folder = '', mode] = output.trim().split(' ')
  expect(folder).toMatch(/^\/dev\/shm\/tonarchiv-test-/)
  expect(mode).toBe('1777')
  expect(existsSync(folder)).toBe(false)
})
