import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.tsx'

const TABS = [
  { value: 'profile', label: 'Profil' },
  { value: 'music', label: 'Musik' },
  { value: 'security', label: 'Sicherheit' },
] as const

function Example() {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('profile')
  return (
    <Tabs label="Einstellungen" tabs={TABS} value={value} onChange={setValue}>
      <button type="button">Inhalt von {value}</button>
    </Tabs>
  )
}

const tab = (name: string) => page.getByRole('tab', { name })

test('the arrow keys select the next tab and go round at the ends', async () => {
  await render(<Example />)
  await userEvent.tab()
  await expect.element(tab('Profil')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab('Sicherheit')).toHaveFocus()
  await expect.element(tab('Sicherheit')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tab('Musik')).toHaveFocus()
  await expect.element(page.getByRole('tabpanel', { name: 'Musik' })).toHaveTextContent('Inhalt von music')
})

test('Home and End select the first and the last tab', async () => {
  await render(<Example />)
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  await expect.element(tab('Sicherheit')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  await expect.element(tab('Profil')).toHaveAttribute('aria-selected', 'true')
})

test('Tab goes from the selected tab into its panel, past the other tabs', async () => {
  await render(<Example />)
  await tab('Musik').click()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Inhalt von music' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(tab('Musik')).toHaveFocus()
})
