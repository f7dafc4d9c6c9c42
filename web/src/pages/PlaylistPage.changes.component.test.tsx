import { playlistReadOnly } from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast, useToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '../testing/a-playlist.ts'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { play, renderPage, rows, servePlaylist, shown } from '../testing/playlist-page.tsx'

test('a removed entry goes before the server has answered, and the focus goes to the next row', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const { promise, resolve } = Promise.withResolvers<{ revision: number; gone: string[] }>()
  server.on(playlistEntries.removeEntries, async () => promise)
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  // The focus moves to the row that follows the removed one.
  await expect.element(page.getByRole('button', { name: 'Standspur entfernen' })).toHaveFocus()
  await expect.element(page.getByText(/1 Titel entfernt/)).toBeVisible()
  resolve({ revision: 2, gone: [] })
})

test('"Rückgängig" brings a removed entry back to its place', async () => {
  servePlaylist()
  await renderPage()
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  // docs/product.md §9.3: the removal can be undone for 8 s.
  expect(useToast.getState().toast?.duration).toBe(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
})

test('what is taken back shows at its place before the server has answered', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  server.on(playlistEntries.restoreEntries, async () => new Promise(() => undefined))
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
})

test('a change that is saved stays on screen while the playlist cannot be read, which is tried again', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  let readings = 0
  const answers = { playlist: aPlaylist('p1', { revision: 2 }), entries: [], people: [], isTooOld: false }
  server.on(playlistEntries.listChanges, () => {
    readings += 1
    if (readings === 1) throw new TypeError('Failed to fetch')
    return { ...answers, removed: ['e1'] }
  })
  const seen: (number | undefined)[] = []
  const watch = new MutationObserver(() => seen.push(rows.getByRole('listitem').elements().length))
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  watch.observe(document.body, { childList: true, subtree: true })
  await expect.poll(() => readings, { timeout: 5000 }).toBe(2)
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  watch.disconnect()
  expect(seen).not.toContain(4)
})

test('a change that cannot be sent goes off the screen at once', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  server.on(playlistEntries.removeEntries, lost)
  server.on(playlistEntries.listChanges, async () => new Promise(() => undefined))
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.element(page.getByText('server nicht erreichbar, versuche es später erneut')).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
})

test('removals that follow each other are taken back together, also after another message', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.element(page.getByText(/1 Titel entfernt/)).toBeVisible()
  await page.getByRole('button', { name: 'Abpfiff entfernen' }).click()
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur'])

  // A removal that has failed cannot be undone, so the toast does not count it.
  server.on(playlistEntries.removeEntries, () => refuse(serverFault))
  await page.getByRole('button', { name: 'Schotter entfernen' }).click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur'])
  const restored: unknown[] = []
  server.on(playlistEntries.restoreEntries, (sent) => {
    restored.push(sent)
    return { revision: 9, gone: [] }
  })
  dismissCurrentToast()
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  const clock = document.querySelector('output')?.getAnimations({ subtree: true })
  expect(clock?.map(({ effect }) => effect?.getComputedTiming().duration)).toContain(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(() => restored).toEqual([{ entryIds: ['e1', 'e3'] }])
})

/** Closes the toast, as if its duration had passed. */
function dismissCurrentToast(): void {
  const { toast } = useToast.getState()
  if (toast) dismissToast(toast.id)
}

test('a move by keys names the entry that it stands behind, and one that fails goes back', async () => {
  const { server, moveToFront } = servePlaylist()
  const sent: unknown[] = []
  server.on(playlistEntries.moveEntries, (body) => {
    sent.push(body)
    moveToFront('e1')
    return { revision: 2, gone: [] }
  })
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  play('Letzte Bahn').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Standspur', 'Abpfiff'])
  await expect.poll(() => sent).toEqual([{ entryIds: ['e1'], after: null }])

  server.on(playlistEntries.moveEntries, () => refuse(serverFault))
  play('Schotter').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByText(/Reihenfolge konnte nicht gespeichert werden/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Standspur', 'Abpfiff'])
})

test('a row that has just arrived is marked, one that was moved is not', async () => {
  const { add, moveToFront } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const marked = rows.getByRole('listitem').filter({ hasText: 'gerade eben' })
  await expect.element(marked).not.toBeInTheDocument()
  add('e9', 'Treppenabsatz')
  moveToFront('e2')
  // The answer to the member's own change also contains changes that other members have made.
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect
    .poll(() => marked.elements().map((row) => row.querySelector('[title]')?.textContent))
    .toEqual(['Treppenabsatz'])
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Abpfiff', 'Treppenabsatz'])
})

test('an entry that another member has removed meanwhile: the text of the server shows', async () => {
  const { server } = servePlaylist()
  server.on(playlistEntries.removeEntries, () =>
    refuse(playlistEntries.entryRemoved, { error: '„Schotter“ wurde gerade von Mila entfernt' }),
  )
  await renderPage()
  await page.getByRole('button', { name: 'Schotter entfernen' }).click()
  await expect.element(page.getByText('„Schotter“ wurde gerade von Mila entfernt')).toBeVisible()
})

function keepMoves(server: ReturnType<typeof startFakeServer>) {
  const sent: unknown[] = []
  const { promise } = Promise.withResolvers<{ revision: number; gone: string[] }>()
  server.on(playlistEntries.moveEntries, async (body) => {
    sent.push(body)
    return promise
  })
  return sent
}

test('a selection moves as one block, in one call', async () => {
  const { server } = servePlaylist()
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Abpfiff').click({ modifiers: ['Control'] })
  play('Abpfiff').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Abpfiff', 'Standspur'])
  await expect.poll(() => sent).toEqual([{ entryIds: ['e0', 'e3'], after: 'e1' }])
  await expect.element(page.getByText('Platz 2 von 3')).toBeInTheDocument()
})

test('a block that is lifted with Space and cancelled returns to its places', async () => {
  const { server } = servePlaylist()
  const own = ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff']
  server.on(playlistEntries.moveEntries, async () => new Promise(() => undefined))
  await renderPage()
  await expect.poll(shown).toEqual(own)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Abpfiff').click({ modifiers: ['Control'] })
  page.getByRole('button', { name: 'Abpfiff verschieben' }).element().focus()
  await userEvent.keyboard(' {ArrowUp}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Abpfiff', 'Standspur'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(own)
})

test('a selection that is dragged by the grip of one row is dropped as a block', async () => {
  const { server } = servePlaylist()
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Letzte Bahn').click({ modifiers: ['Control'] })
  const grip = (title: string) => page.getByRole('button', { name: `${title} verschieben` })
  await userEvent.dragAndDrop(grip('Schotter'), grip('Abpfiff'), { steps: 10 })
  await expect.poll(() => sent).toEqual([{ entryIds: ['e0', 'e1'], after: 'e3' }])
  await expect.poll(shown).toEqual(['Standspur', 'Abpfiff', 'Schotter', 'Letzte Bahn'])
})

test('a collaborator who is removed in the middle of a drag reads that the collaboration has ended, and the row is where it was', async () => {
  const { server, setRole } = servePlaylist('collaborator')
  server.on(playlistEntries.removeEntries, () => refuse(playlistReadOnly))
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const grip = page.getByRole('button', { name: 'Schotter verschieben' }).element()
  const place = grip.getBoundingClientRect()
  const point = (type: string, clientY: number) =>
    grip.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: 'mouse',
        clientX: place.x,
        clientY,
      }),
    )
  // Pointer capture is faked, because browsers capture only real pointers and this test dispatches events.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
  point('pointerdown', place.y)
  point('pointermove', place.y + 3 * place.height)
  const row = rows.getByRole('listitem').filter({ hasText: 'Schotter' })
  await expect.poll(() => row.element().getBoundingClientRect().top).toBeGreaterThan(place.bottom)
  setRole('reader')
  page
    .getByRole('button', { name: 'Abpfiff entfernen' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText(playlistReadOnly.text)).toBeVisible()
  await expect.poll(() => row.element().getBoundingClientRect().top).toBeLessThan(place.bottom)
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
  expect(sent).toEqual([])
})
