import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '../../../testing/TestApp.tsx'
import type { CollectionView, OfflineView } from '../copies/view.ts'
import { OfflineSettings, type OfflineSettingsProps } from './OfflineSettings.tsx'

const MB = 1024 * 1024
const NOW = Date.UTC(2026, 10, 23, 12)
const DAY = 24 * 3_600_000

function aCopy(title: string, megabytes: number): CollectionView {
  return {
    key: `album:${title}`,
    kind: 'album',
    title,
    status: { is: 'ready' },
    coverUrls: [],
    tracks: 14,
    readyTracks: 14,
    withoutCopy: 0,
    sizeBytes: megabytes * MB,
    receivedBytes: megabytes * MB,
  }
}

const COPIES = [aCopy('Nordlicht Süd', 412), aCopy('Graue Linie', 380), aCopy('Messing', 21)]

async function show(view: Partial<OfflineView> = {}, more: Partial<OfflineSettingsProps> = {}) {
  const onRemove = vi.fn()
  const whole: OfflineView = {
    collections: COPIES,
    files: new Map(),
    receivedBytes: 813 * MB,
    lastContactAt: NOW,
    locksAt: NOW + 30 * DAY,
    lockedSince: undefined,
    daysLeft: undefined,
    ...view,
  }
  await render(
    <TestApp>
      <OfflineSettings
        view={whole}
        quotaBytes={4096 * MB}
        usedBytes={1024 * MB}
        isPersisted
        now={NOW}
        knowsConnection={false}
        isWifiOnly
        onWifiOnly={() => undefined}
        onRemove={onRemove}
        {...more}
      />
    </TestApp>,
  )
  return { onRemove }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('it shows how much is used of what there is, and each copy', async () => {
  await show()
  await expect.element(page.getByText('813 MB von 4 GB belegt', { exact: true })).toBeVisible()
  await expect.element(page.getByText('3 GB frei', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('img', { name: '3 Einträge, zusammen 813 MB', exact: true }))
    .toBeVisible()
  const rows = page.getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Nordlicht SüdAlbum, 14 Tracks412 MB')
  expect(rows.elements()).toHaveLength(3)
  await expect.element(page.getByText('23.12.2026', { exact: true })).toBeVisible()
})

test('a removed copy passes the focus to its neighbour; all are removed at once', async () => {
  const { onRemove } = await show()
  await userEvent.click(button('Graue Linie von diesem Gerät entfernen'))
  expect(onRemove).toHaveBeenLastCalledWith(['album:Graue Linie'], '„Graue Linie“ entfernt')
  await expect.element(button('Messing von diesem Gerät entfernen')).toHaveFocus()
  await userEvent.click(button('Messing von diesem Gerät entfernen'))
  await expect.element(button('Graue Linie von diesem Gerät entfernen')).toHaveFocus()
  await userEvent.click(button('Alle entfernen'))
  expect(onRemove).toHaveBeenLastCalledWith(
    COPIES.map(({ key }) => key),
    '3 Kopien entfernt',
  )
  // The focused button is removed together with the rows.
  await expect.element(page.getByRole('list')).toHaveFocus()
})

test('five days before the lock there is a warning', async () => {
  await show({ daysLeft: 5 })
  await expect
    .element(
      page.getByText('Noch 5 Tage: Öffne das Archiv einmal mit Internet, sonst werden die Kopien gesperrt.', {
        exact: true,
      }),
    )
    .toBeVisible()
})

test('locked copies are not in the document', async () => {
  await show({ lockedSince: Date.UTC(2026, 11, 12, 12) })
  await expect
    .element(
      page.getByText('Gesperrt seit dem 12.12.2026. Öffne das Archiv einmal mit Internet.', { exact: true }),
    )
    .toBeVisible()
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('Graue Linie')
})

test('without copies it says so', async () => {
  await show({ collections: [], receivedBytes: 0 })
  await expect.element(page.getByText('Auf diesem Gerät liegt noch nichts.', { exact: true })).toBeVisible()
  await expect.element(button('Alle entfernen')).not.toBeInTheDocument()
})
