import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { recordListened } from '#features/plays/index.ts'
import { useOffline } from '#features/offline-copies/index.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { loseConnection } from '#testing/lose-connection.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { ConnectionBar } from './ConnectionBar.tsx'

const bar = page.getByRole('status')

/** Renders the bar with this state of the copies; by default there are no copies on this device. */
async function renderBar(view: Partial<ReturnType<typeof useOffline.getState>['view']> = {}) {
  const before = useOffline.getState()
  onTestFinished(() => useOffline.setState(before, true))
  useOffline.setState({ view: { ...before.view, ...view } })
  await render(<ConnectionBar />)
}

const COPY = {
  key: 'album:a1',
  kind: 'album',
  title: 'Funkloch',
  status: { is: 'ready' },
  coverUrls: [],
  tracks: 1,
  readyTracks: 1,
  withoutCopy: 0,
  sizeBytes: 3,
  receivedBytes: 3,
} as const

test('it says what can be heard without a connection, and nothing while there is one', async () => {
  await renderBar({ collections: [COPY] })
  expect(bar.element().textContent).toBe('')
  loseConnection()
  await expect
    .element(bar)
    .toHaveTextContent('Das Archiv ist nicht erreichbar. Zu hören ist, was auf diesem Gerät liegt.')
})

test('without copies it says that, too', async () => {
  await renderBar()
  loseConnection()
  await expect
    .element(page.getByText('Auf diesem Gerät liegen keine Kopien.', { exact: false }))
    .toBeVisible()
})

test.each([
  [{ daysLeft: 5 }, 'Noch 5 Tage: Öffne das Archiv einmal mit Internet, sonst werden die Kopien gesperrt.'],
  [{ daysLeft: 1 }, 'Noch 1 Tag: Öffne das Archiv einmal mit Internet, sonst werden die Kopien gesperrt.'],
  [
    { lockedSince: Date.UTC(2026, 11, 12, 12) },
    'Gesperrt seit dem 12.12.2026. Öffne das Archiv einmal mit Internet.',
  ],
])('%o is said', async (view, text) => {
  await renderBar({ collections: [COPY], ...view })
  loseConnection()
  await expect.element(page.getByText(text, { exact: false })).toBeInTheDocument()
})

test('it counts the plays that are reported later', async () => {
  startFakeServer()
  signInAs(aUser())
  await renderBar({ collections: [COPY] })
  loseConnection()
  const play = (trackId: string) =>
    recordListened({ trackId, startedAt: new Date(), heardAt: new Date(), positionSeconds: 30 })
  play('one')
  await expect.element(page.getByText('1 Wiedergabe wird später nachgetragen.')).toBeVisible()
  play('two')
  await expect.element(page.getByText('2 Wiedergaben werden später nachgetragen.')).toBeVisible()
})
