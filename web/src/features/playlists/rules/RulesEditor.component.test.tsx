import { previewRules, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { RulesEditor } from './RulesEditor.tsx'

const stored: SmartRules = {
  match: 'all',
  rules: [
    { field: 'type', op: 'isNot', value: 'unreleased' },
    { field: 'ownPlays', op: 'less', value: 3 },
  ],
  order: 'ownPlaysLeast',
  limit: null,
}

const preview = (count: number) => ({
  count,
  duration: 32_580,
  total: 812,
  first: [{ id: 't1', title: 'Zählerstand.mp3', coverUrl: '/default-album.jpg', duration: 132, ownPlays: 0 }],
})

async function renderEditor({ rules = stored }: { rules?: SmartRules } = {}) {
  const server = startFakeServer()
  const asked: unknown[] = []
  server.on(previewRules, (sent) => {
    asked.push(sent)
    return preview(142)
  })
  const [onSave, onClose] = [vi.fn<(rules: SmartRules) => void>(), vi.fn<() => void>()]
  function Page() {
    const [latest, setLatest] = useState(rules)
    return (
      <>
        <button type="button" onClick={() => setLatest({ ...rules, match: 'any' })}>
          Anderes Gerät speichert
        </button>
        <RulesEditor
          id="rules"
          closeRequests={0}
          rules={latest}
          isSaving={false}
          failure={undefined}
          {...{ onSave, onClose }}
        />
      </>
    )
  }
  await render(
    <TestApp>
      <Page />
    </TestApp>,
  )
  onTestFinished(() => void vi.restoreAllMocks())
  const rule = (number: number) => page.getByRole('listitem', { name: `Regel ${number}`, exact: true })
  const save = page.getByRole('button', { name: 'Speichern' })
  return { server, asked, onSave, onClose, rule, save }
}

test('rules are shown, counted and saved after a change', async () => {
  const { asked, onSave, rule, save } = await renderEditor()
  await expect.element(page.getByText('142')).toBeVisible()
  await expect.element(page.getByText('9 Std. 3 Min. · aus 812')).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'Die ersten Titel' }))
    .toHaveTextContent('Zählerstand0×')
  expect(asked).toEqual([{ rules: stored }])
  await expect.element(save).toBeDisabled()
  await rule(2).getByLabelText('Streams von mir').fill('5')
  await expect.element(save).toBeEnabled()
  const changed = { ...stored, rules: [stored.rules[0], { field: 'ownPlays', op: 'less', value: 5 }] }
  await expect.poll(() => asked.at(-1)).toEqual({ rules: changed })
  await save.click()
  expect(onSave).toHaveBeenCalledExactlyOnceWith(changed)
})

test('the field decides comparisons and value; an empty value has its error and is not saved', async () => {
  const { asked, onSave, rule, save } = await renderEditor()
  await expect.poll(() => asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Regel', exact: true }).click()
  await expect.element(rule(3).getByLabelText('Feld')).toHaveFocus()
  await expect.element(rule(3).getByText('Bitte gib einen Text ein')).toBeVisible()
  await expect
    .element(rule(3).getByLabelText('Titel'))
    .toHaveAccessibleDescription('Bitte gib einen Text ein')
  await expect.element(save).toBeDisabled()
  await rule(3).getByLabelText('Feld').selectOptions('Jahr')
  await rule(3).getByLabelText('Vergleich').selectOptions('zwischen')
  await rule(3).getByLabelText('Jahr von').fill('2018')
  await rule(3).getByLabelText('Jahr bis').fill('2014')
  await expect.element(rule(3).getByText('Der erste Wert darf nicht größer sein')).toBeVisible()
  // While a rule is incomplete, no request for the number of tracks is sent.
  expect(asked).toHaveLength(1)
  await rule(3).getByLabelText('Jahr bis').fill('2020')
  await expect.element(rule(3).getByText('Der erste Wert darf nicht größer sein')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(onSave.mock.calls[0]?.[0].rules[2]).toEqual({ field: 'year', op: 'between', from: 2018, to: 2020 })
})

test('one group of rules is possible, and the focus stays among the rules when one is removed', async () => {
  const { onSave, rule, save } = await renderEditor()
  const group = page.getByRole('button', { name: 'Gruppe', exact: true })
  await group.click()
  await expect.element(group).toBeDisabled()
  await expect.element(rule(3).getByLabelText('Feld')).toHaveFocus()
  await rule(3).getByLabelText('Feld').selectOptions('Favorit')
  await page.getByRole('button', { name: 'Regel in der Gruppe' }).click()
  await rule(4).getByLabelText('Titel').fill('nacht')
  await page.getByRole('button', { name: 'Regel 1 entfernen' }).click()
  await expect.element(rule(1).getByLabelText('Feld')).toHaveFocus()
  await expect.element(rule(1).getByLabelText('Feld')).toHaveValue('ownPlays')
  await save.click()
  expect(onSave.mock.calls[0]?.[0].rules).toEqual([
    stored.rules[1],
    {
      field: 'group',
      match: 'any',
      rules: [
        { field: 'favorite', op: 'is', value: true },
        { field: 'title', op: 'contains', value: 'nacht' },
      ],
    },
  ])
  for (const number of [3, 2]) await page.getByRole('button', { name: `Regel ${number} entfernen` }).click()
  await expect.element(group).toBeEnabled()
  await page.getByRole('button', { name: 'Regel 1 entfernen' }).click()
  await expect.element(page.getByText('Bitte gib mindestens eine Regel an')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Regel', exact: true })).toHaveFocus()
})

test('Escape and „Abbrechen“ ask before changes are lost, and close at once without any', async () => {
  const { onClose, rule } = await renderEditor()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  const input = rule(2).getByLabelText('Streams von mir')
  await input.fill('7')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(input).toHaveValue('7')
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  await expect.element(question).not.toBeInTheDocument()
  await input.fill('3')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls.length).toBe(2)
})

test('closing the page with changes is asked, without changes it is not', async () => {
  const { rule } = await renderEditor()
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(false)
  await rule(2).getByLabelText('Streams von mir').fill('7')
  await expect.poll(isHeld).toBe(true)
  await rule(2).getByLabelText('Streams von mir').fill('3')
  await expect.poll(isHeld).toBe(false)
})

test('an answer to former rules is never shown, and the former number stays until the new one is there', async () => {
  const { server, rule } = await renderEditor()
  await expect.element(page.getByText('142')).toBeVisible()
  const answers: (() => void)[] = []
  server.on(
    previewRules,
    async (sent) =>
      new Promise((resolve) => {
        const text = JSON.stringify(sent)
        answers.push(() => resolve(preview(text.includes('"value":44') ? 44 : 4)))
      }),
  )
  const input = rule(2).getByLabelText('Streams von mir')
  await input.fill('4')
  await expect.poll(() => answers).toHaveLength(1)
  await input.fill('44')
  await expect.poll(() => answers).toHaveLength(2)
  await expect.element(page.getByText('142')).toBeVisible()
  answers[1]?.()
  await expect.element(page.getByText('44', { exact: true })).toBeVisible()
  answers[0]?.()
  await input.fill('44')
  await expect.element(page.getByText('44', { exact: true })).toBeVisible()
  await expect.element(page.getByText('142')).not.toBeInTheDocument()
})

test('a rejected count says why and keeps the former number', async () => {
  const { server, rule } = await renderEditor()
  await expect.element(page.getByText('142')).toBeVisible()
  server.on(previewRules, () => refuse({ ...rateLimited, text: 'Zu viele Versuche.' }))
  await rule(2).getByLabelText('Streams von mir').fill('4')
  await expect.element(page.getByText('Zu viele Versuche.')).toBeVisible()
  await expect.element(page.getByText('142')).toBeVisible()
})

test('rules that another device saves show at once, but do not replace what was changed here', async () => {
  const { rule } = await renderEditor()
  const match = page.getByLabelText('Ein Titel gehört dazu, wenn')
  const other = page.getByRole('button', { name: 'Anderes Gerät speichert' })
  await rule(2).getByLabelText('Streams von mir').fill('8')
  await other.click()
  await expect.element(page.getByText(/Auf einem anderen Gerät/)).toBeVisible()
  await expect.element(match).toHaveValue('all')
  await rule(2).getByLabelText('Streams von mir').fill('3')
  await expect.element(match).toHaveValue('any')
  await expect.element(page.getByText(/Auf einem anderen Gerät/)).not.toBeInTheDocument()
})
