import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '#testing/TestApp.tsx'
import '../../../styles/tokens-inside.css'
import { areCharactersShortcuts, setCharacterShortcuts } from '../keys/character-shortcuts.ts'
import { closeShortcutHelp, showShortcutHelp } from '../keys/shortcut-help.ts'
import { ShortcutHelp } from './ShortcutHelp.tsx'

async function renderHelp() {
  onTestFinished(() => {
    closeShortcutHelp()
    setCharacterShortcuts(true)
  })
  showShortcutHelp()
  await render(
    <TestApp>
      <ShortcutHelp />
    </TestApp>,
  )
}

const help = page.getByRole('dialog', { name: 'Tastenkürzel' })

test('the shortcuts stand in four groups, each key with a name for screen readers', async () => {
  await page.viewport(1280, 900)
  await renderHelp()
  await expect.element(help).toBeVisible()
  const titles = help.getByRole('heading', { level: 3 }).elements()
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Wiedergabe',
    'Ansichten',
    'Auf der Wellenform',
    'Überall',
  ])
  await expect.poll(() => help.element().textContent).toContain('Langsamer, schneller,Komma.Punkt')
  const tops = titles.map((title) => Math.round(title.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
  expect(tops[2]).toBe(tops[3])
})

test('single characters can be switched off here as in the settings', async () => {
  await page.viewport(390, 800)
  await renderHelp()
  const toggle = help.getByRole('switch', { name: 'Kürzel verwenden' })
  await expect.element(toggle).toHaveAttribute('aria-checked', 'true')
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-checked', 'false')
  expect(areCharactersShortcuts()).toBe(false)
  expect(localStorage.getItem('characterShortcuts')).toBe('off')
})
