import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, lines, panel, renderAlbum, row, shown, waiting } from '#testing/queue-panel.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'

test('several rows are selected; their menu and their bar act on all, and remove what has not played', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  getPlayer().enqueue(trackNamed('Zugabe'))
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff', 'Heimweg'])
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Abpfiff').click({ modifiers: ['Shift'] })
  const bar = panel.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('3 ausgewählt')).toBeVisible()
  // Selecting a row does not play it, and the bar for selected rows replaces the foot of the panel.
  expect(getPlayer().state.getState().track?.title).toBe('Anpfiff')
  await expect.element(button('Leeren')).not.toBeInTheDocument()
  await button('Mehr zu Flutlicht').click()
  const several = page.getByRole('menu', { name: '3 Titel' })
  await several.getByRole('menuitem', { name: 'Als Nächstes spielen' }).click()
  await expect.poll(waiting).toEqual(['Zugabe', 'Flutlicht', 'Abpfiff', 'Zugabe'])
  await button('Mehr zu Flutlicht').last().click()
  await several.getByRole('menuitem', { name: 'Aus der Warteschlange entfernen' }).click()
  await expect
    .poll(lines)
    .toEqual([
      'Läuft gerade',
      'Anpfiff',
      'Von dir eingereiht 3',
      'Zugabe',
      'Flutlicht',
      'Abpfiff',
      'Als Nächstes aus: Nachtfahrten',
      'Heimweg',
    ])
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})

test('„Auswählen“ lets plain presses select in the queue, what plays cannot be removed, and Escape ends it', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  const select = panel.getByRole('button', { name: 'Auswählen', exact: true })
  const rowOf = (title: string) => panel.getByRole('button', { name: new RegExp(`${title}.* auswählen$`) })
  const remove = panel.getByRole('button', { name: 'Entfernen', exact: true })
  await select.click()
  await rowOf('Anpfiff').click()
  await expect.element(rowOf('Anpfiff')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(remove).not.toBeInTheDocument()
  await rowOf('Flutlicht').click()
  await remove.click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Abpfiff'])
  expect(panel.element().contains(document.activeElement)).toBe(true)
  await select.click()
  await rowOf('Abpfiff').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Abpfiff')).toHaveFocus()
  await expect.element(remove).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test.each([
  'Flutlicht verschieben',
  'Mehr zu Flutlicht',
  'Abpfiff entfernen',
  'Als Nächstes spielen',
  'Auswählen',
])('Escape on „%s“ ends the selection, and only then closes the queue', async (name) => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  await row('Flutlicht').click({ modifiers: ['Control'] })
  const bar = panel.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('1 ausgewählt')).toBeVisible()
  const control = panel.getByRole('button', { name, exact: true })
  control.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  expect(panel.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})
