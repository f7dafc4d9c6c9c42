import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToggleGroup } from './ToggleGroup.tsx'

const OPTIONS = [
  { value: 'newest', label: 'Neueste' },
  { value: 'title', label: 'Titel' },
  { value: 'year', label: 'Jahr' },
] as const

function Example() {
  const [value, setValue] = useState<(typeof OPTIONS)[number]['value']>('newest')
  return <ToggleGroup label="Sortierung" options={OPTIONS} value={value} onChange={setValue} />
}

const button = (name: string) => page.getByRole('button', { name })

test('a row of buttons is one Tab stop; arrow keys move in it, and Enter chooses', async () => {
  await render(<Example />)
  await userEvent.tab()
  await expect.element(button('Neueste')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(button('Titel')).toHaveFocus()
  await expect.element(button('Neueste')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Titel')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Neueste')).toHaveAttribute('aria-pressed', 'false')
})
