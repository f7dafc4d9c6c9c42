import { addFavorite, alreadyFavorite, type Favorite, listFavorites } from '@tonarchiv/contract/favorites'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { TrackMenu } from '#features/tracks/index.ts'
import { refuse } from '../testing/fake-server.ts'
import { play, renderPage, rows, servePlaylist, shown } from '../testing/playlist-page.tsx'
import { TestApp } from '../testing/TestApp.tsx'

test('rows are selected with Ctrl and Shift, and removed together', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Letzte Bahn').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Entfernen' }).click()
  await expect.poll(shown).toEqual(['Standspur', 'Abpfiff'])
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

test('after „Auswählen“ a plain press selects rows, as fingers need it', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const toggle = page.getByRole('button', { name: 'Auswählen' })
  await toggle.click()
  await rows.getByRole('button', { name: /^Schotter.* auswählen/ }).click()
  await expect
    .element(rows.getByRole('button', { name: /^Schotter.* auswählen/ }))
    .toHaveAttribute('aria-pressed', 'true')
  await rows.getByRole('button', { name: /^Abpfiff.* auswählen/ }).click()
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  await expect.element(play('Schotter')).toBeVisible()
})

test('selected rows play next, and become favorites unless they are', async () => {
  const { server } = servePlaylist()
  onTestFinished(() => void getPlayer().clearUpcoming())
  const liked: unknown[] = []
  server.on(listFavorites, () => ({ favorites: [] }))
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Abpfiff').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await bar.getByRole('button', { name: 'Als Nächstes spielen' }).click()
  await expect.element(page.getByText('Als Nächstes: 3 Tracks')).toBeVisible()
  const queue = getPlayer()
    .state.getState()
    .order.queue.map(({ track }) => track.title)
  expect(queue).toEqual(['Schotter', 'Letzte Bahn', 'Abpfiff'])

  // Another device has added the first track to the favorites meanwhile.
  server.on(addFavorite, (body) => {
    liked.push(body)
    if (liked.length === 1) return refuse(alreadyFavorite)
    return { favorite: { ...favorite, id: `f${liked.length}`, itemId: `/api/stream/e${liked.length}.mp3` } }
  })
  await bar.getByRole('button', { name: 'Zu Lieblingssongs' }).click()
  await expect.element(page.getByText('3 Titel zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  expect(liked).toMatchObject(
    ['Schotter', 'Letzte Bahn', 'Abpfiff'].map((title) => ({ item_type: 'track', item_data: { title } })),
  )
  // After a failure no further calls are made, and the server's error text is shown.
  server.on(addFavorite, () => refuse(serverFault))
  await bar.getByRole('button', { name: 'Zu Lieblingssongs' }).click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await expect.element(bar.getByText(/\d ausgewählt/)).toBeVisible()
})

const favorite: Favorite = {
  id: 'f',
  itemId: '/api/stream/e.mp3',
  item_id: '/api/stream/e.mp3',
  item_type: 'track',
  item_data: { url: '/api/stream/e.mp3', title: '', artist: '', album: '', coverUrl: '' },
  createdAt: '2026-11-21T09:38:00.000Z',
  track: null,
}

test('the head of a column sorts the view up, down and back; it says so, and nothing can be moved', async () => {
  servePlaylist()
  await renderPage()
  const own = ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff']
  const heads = page.getByRole('group', { name: 'Sortieren nach' })
  const head = heads.getByRole('button', { name: /^Titel/ })
  await head.click()
  await expect.poll(shown).toEqual(['Abpfiff', 'Letzte Bahn', 'Schotter', 'Standspur'])
  await expect.element(heads.getByRole('button', { name: /^Titel.*aufsteigend/ })).toBeVisible()
  await expect.element(page.getByText('Sortiert nach Titel. Die eigene Reihenfolge bleibt.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Schotter verschieben' })).not.toBeInTheDocument()
  await head.click()
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Letzte Bahn', 'Abpfiff'])
  await head.click()
  await expect.poll(shown).toEqual(own)
  await heads.getByRole('button', { name: 'Dauer' }).click()
  await page.getByRole('button', { name: 'Eigene Reihenfolge' }).click()
  await expect.element(page.getByRole('button', { name: 'Schotter verschieben' })).toBeInTheDocument()
})

test('on phones a list sorts the view', async () => {
  await page.viewport(414, 896)
  servePlaylist()
  await renderPage()
  await page.getByLabelText('Sortieren').selectOptions('Titel, absteigend')
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Letzte Bahn', 'Abpfiff'])
})

test('on tablets the order is named whole', async () => {
  await page.viewport(768, 1024)
  // The page gets the width that it has beside the navigation.
  document.body.style.width = '632px'
  onTestFinished(() => document.body.removeAttribute('style'))
  servePlaylist()
  await renderPage()
  const field = page.getByLabelText('Sortieren')
  await expect.element(field).toBeVisible()
  const width = field.element().clientWidth
  field.element().setAttribute('style', 'width: max-content')
  expect(width).toBeGreaterThanOrEqual(field.element().clientWidth)
})

test('on phones rows show their length, and their menu removes them', async () => {
  await page.viewport(414, 896)
  servePlaylist()
  await renderPage()
  await render(
    <TestApp>
      <TrackMenu trackActions={() => null} tracksActions={() => null} albumActions={() => null} />
    </TestApp>,
  )
  await expect.poll(shown).toHaveLength(4)
  await expect.element(rows.getByText(/^\d+:\d\d$/).first()).toBeVisible()
  // The row of a track that is no longer in the archive has no menu.
  const buttons = rows.getByRole('button', { name: / entfernen$/ })
  await expect
    .poll(() => buttons.elements().map((each) => each.getAttribute('aria-label')))
    .toEqual(['Standspur entfernen'])
  await page.getByRole('button', { name: 'Mehr zu Letzte Bahn' }).click()
  await page.getByRole('menuitem', { name: 'Aus Playlist entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  await expect.element(page.getByText(/1 Titel entfernt/).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Standspur entfernen' })).toHaveFocus()
})

test('a long press of a finger starts the selection', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const row = play('Letzte Bahn').element()
  const touch = (type: string) =>
    row.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: 60, clientY: 60 }),
    )
  touch('pointerdown')
  await expect.element(page.getByText('1 ausgewählt')).toBeVisible()
  touch('pointerup')
  row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText('1 ausgewählt')).toBeVisible()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await rows.getByRole('button', { name: /^Abpfiff.* auswählen/ }).click()
  await expect.element(page.getByText('2 ausgewählt')).toBeVisible()
})
