import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MenuAnchor } from '../../dom/menu-place.ts'
import { Popup } from './Popup.tsx'

/** A popup at the lower edge of the window, whose rows arrive when its button is pressed. */
function LowPopup() {
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const [rows, setRows] = useState(1)
  return (
    <div style={{ position: 'fixed', bottom: 120, left: 20 }}>
      <button type="button" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        Mehr
      </button>
      <Popup
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        onOpened={(popup) => popup.querySelector('button')?.focus()}
      >
        <button type="button" onClick={() => setRows(12)}>
          Laden
        </button>
        {Array.from({ length: rows }, (_, row) => (
          <p key={row}>Zeile {row + 1}</p>
        ))}
      </Popup>
    </div>
  )
}

test('a popup whose content arrives later stays inside the window', async () => {
  await render(<LowPopup />)
  await page.getByRole('button', { name: 'Mehr' }).click()
  const load = page.getByRole('button', { name: 'Laden' })
  await load.click()
  const last = page.getByText('Zeile 12')
  await expect.element(last).toBeVisible()
  await expect
    .poll(() => last.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(globalThis.innerHeight)
  await expect.element(load).toHaveFocus()
})
