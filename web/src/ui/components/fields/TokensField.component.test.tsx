import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from './Field.tsx'
import { TokensField } from './TokensField.tsx'

function Artists({ onType, disabled = false }: { onType?: (text: string) => void; disabled?: boolean }) {
  const [values, setValues] = useState<string[]>(['Ada'])
  return (
    <form aria-label="Formular" onSubmit={(event) => event.preventDefault()}>
      <TokensField
        label="Künstler"
        values={values}
        onChange={setValues}
        max={3}
        maxLength={200}
        suggestions={['Bo', 'Bodo']}
        marksNew
        disabled={disabled}
        {...(onType && { onType })}
      />
      <output>{values.join('|')}</output>
    </form>
  )
}

const field = page.getByRole('combobox', { name: 'Künstler' })
const shown = page.getByRole('status')

test('Enter and comma add, Backspace and the buttons remove, and the focus stays', async () => {
  await render(<Artists />)
  await field.click()
  await userEvent.keyboard('Cem,Dora{Enter}')
  await expect.element(shown).toHaveTextContent('Ada|Cem|Dora')
  await userEvent.keyboard('Zu viel{Enter}')
  await expect.element(shown).toHaveTextContent('Ada|Cem|Dora')
  await userEvent.keyboard('{Backspace}')
  await expect.element(shown).toHaveTextContent('Ada|Cem')
  await page.getByRole('button', { name: 'Ada entfernen' }).click()
  await expect.element(shown).toHaveTextContent('Cem')
  await expect.element(field).toHaveFocus()
})

test('suggestions are chosen with the arrows or a press, and an unknown name is marked as new', async () => {
  const onType = vi.fn<(text: string) => void>()
  await render(<Artists onType={onType} />)
  await field.click()
  await userEvent.keyboard('Bod')
  expect(onType.mock.calls.at(-1)).toEqual(['Bod'])
  await expect.element(page.getByRole('option', { name: 'Neu: Bod' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(shown).toHaveTextContent('Ada|Bodo')
  await userEvent.keyboard('B')
  await page.getByRole('option', { name: 'Bo', exact: true }).click()
  await expect.element(shown).toHaveTextContent('Ada|Bodo|Bo')
  await expect.element(field).toHaveFocus()
})

test('leaving the field adds what was typed, and Escape discards it', async () => {
  await render(<Artists />)
  await field.click()
  await userEvent.keyboard('Verworfen{Escape}Cem{Tab}')
  await expect.element(shown).toHaveTextContent('Ada|Cem')
})

test('a disabled field looks like other disabled ones', async () => {
  await render(
    <>
      <Artists disabled />
      <TextField label="Quelle" disabled />
    </>,
  )
  const border = (element: Element | null) => element && getComputedStyle(element).borderColor
  const other = page.getByRole('textbox', { name: 'Quelle' }).element()
  expect(border(field.element().parentElement)).toBe(border(other))
})
