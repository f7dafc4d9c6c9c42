import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { inOwnProcess, startArchive } from './running-archive.ts'
import { expect, test as base } from './test.ts'

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  archive: async ({}, use) => {
    const archive = await startArchive(inOwnProcess('scripts/dev.ts'))
    await use(archive)
    await archive.stop()
  },
})

/**
 * Longest wait in milliseconds for a page. Unlike the built app it consists of hundreds of modules, and the development
 * server transforms each at its first request.
 */
const FIRST_TRANSFORM = 120_000

test('a developer works on page and server through one URL, and the page reloads changes', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const hotReload = page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('token=') })
  await expect
    .poll(
      () =>
        page.goto(archive.url).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  const socket = await hotReload
  expect(new URL(socket.url()).host).toBe(new URL(archive.url).host)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  for (const path of ['/', '/archive', '/chat', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: FIRST_TRANSFORM })
  }
})
