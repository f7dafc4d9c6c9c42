import { listPlays } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPlay } from '#testing/a-play.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import {
  button,
  lines,
  panel,
  renderAlbum,
  renderPlayer,
  renderQueue,
  row,
  shown,
  waiting,
} from '#testing/queue-panel.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'

test('a removed row hands the focus to the next one, then to the one before, and at last to the button of the queue', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  await button('Flutlicht entfernen').click()
  await expect.element(button('Abpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Anpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Warteschlange ist leer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Warteschlange' })).toHaveFocus()
})

test('the same track twice is two rows, of which one can be removed', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Anpfiff')
  await panel.getByRole('button', { name: 'Anpfiff entfernen' }).last().click()
  await expect.poll(waiting).toEqual(['Anpfiff', 'Flutlicht'])
})

test('a pressed row plays, stands above the others and waits no longer', async () => {
  await renderQueue('Anpfiff', 'Flutlicht')
  await row('Flutlicht').click()
  await expect.poll(shown).toEqual(['Anpfiff'])
  const current = panel.getByText('Flutlicht')
  await expect.element(current).toBeVisible()
  const first = row('Anpfiff')
  expect(current.element().getBoundingClientRect().bottom).toBeLessThan(
    first.element().getBoundingClientRect().top,
  )
})

test('the queue shows what really comes: queued by hand first, then the rest of the list', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  getPlayer().enqueue(trackNamed('Vorspiel'), 'next')
  await expect
    .poll(lines)
    .toEqual([
      'Läuft gerade',
      'Anpfiff',
      'Von dir eingereiht 2',
      'Vorspiel',
      'Zugabe',
      'Als Nächstes aus: Nachtfahrten',
      'Flutlicht',
      'Abpfiff',
    ])
  await expect
    .element(panel.getByRole('link', { name: 'Nachtfahrten' }))
    .toHaveAttribute('href', '/playlists/7')
  await expect.element(panel.getByText(/^4 Titel, bis \d\d:\d\d Uhr$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Warteschlange, 4 Titel' })).toBeVisible()
  getPlayer().toggleShuffle()
  await expect.element(panel.getByText('gemischt')).toBeVisible()
  getPlayer().toggleShuffle()
  await expect.element(panel.getByText('gemischt')).not.toBeInTheDocument()
})

test('what was played stands above, newest last, and plays again in between', async () => {
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: ['Später', 'Früher'].map((title) => aPlay(title, title)) }))
  await renderPlayer([])
  const tracks = ['Anpfiff', 'Flutlicht'].map((title) => trackNamed(title))
  getPlayer().choose(tracks, trackNamed('Anpfiff'))
  getPlayer().pause()
  await expect
    .poll(lines)
    .toEqual([
      'VerlaufGanzer Verlauf',
      'Früher',
      'Später',
      'Läuft gerade',
      'Anpfiff',
      'Als Nächstes',
      'Flutlicht',
    ])
  await row('Früher').click()
  await expect.poll(() => getPlayer().state.getState().track?.title).toBe('Früher')
  expect(shown().at(-1)).toBe('Flutlicht')
})

test('a queue of a thousand tracks has only the rows in sight in the document', async () => {
  await renderAlbum(...Array.from({ length: 1000 }, (_, index) => `Stück ${index}`))
  await expect.element(row('Stück 7 ')).toBeVisible()
  expect(panel.getByRole('listitem').elements().length).toBeLessThan(60)
  await expect.element(panel.getByText(/^999 Titel/)).toBeVisible()
})

test('every row has the menu of its track, which also removes what has not played; on phones nothing else does', async () => {
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: [] }))
  await renderPlayer(['Anpfiff', 'Flutlicht', 'Abpfiff'], { isPhone: true })
  getPlayer().next()
  const more = panel.getByRole('button', { name: /^Mehr zu / })
  await expect
    .poll(() => more.elements().map((each) => each.getAttribute('aria-label')))
    .toEqual(['Mehr zu Anpfiff', 'Mehr zu Flutlicht', 'Mehr zu Abpfiff'])
  await expect.element(button('Flutlicht entfernen')).not.toBeInTheDocument()
  const removal = page.getByRole('menuitem', { name: 'Aus der Warteschlange entfernen' })
  await button('Mehr zu Anpfiff').click()
  await expect.element(page.getByRole('menuitem', { name: 'Details anzeigen' })).toBeVisible()
  await expect.element(removal).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await button('Mehr zu Flutlicht').click()
  await removal.click()
  await expect.poll(waiting).toEqual(['Abpfiff'])
  await expect.element(button('Mehr zu Abpfiff')).toHaveFocus()
})
