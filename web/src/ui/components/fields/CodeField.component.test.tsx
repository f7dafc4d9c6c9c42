import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeField } from './CodeField.tsx'

function Held({ onComplete, error }: { onComplete: (digits: string) => void; error?: string }) {
  const [code, setCode] = useState('')
  return (
    <CodeField label="Code" hint="Sechs Ziffern" {...{ error, onComplete }} value={code} onChange={setCode} />
  )
}

const field = page.getByLabelText('Code')

test('the sixth digit completes the code, and everything but digits is dropped', async () => {
  const completed = vi.fn<(digits: string) => void>()
  await render(<Held onComplete={completed} />)
  await field.click()
  await userEvent.keyboard('12a 34')
  await expect.element(field).toHaveValue('1234')
  expect(completed).not.toHaveBeenCalled()
  await userEvent.keyboard('56')
  await expect.element(field).toHaveValue('123456')
  expect(completed.mock.calls).toEqual([['123456']])
  await userEvent.keyboard('7')
  await expect.element(field).toHaveValue('123456')
  expect(completed).toHaveBeenCalledTimes(1)
})

test('a pasted code with a blank completes at once', async () => {
  const completed = vi.fn<(digits: string) => void>()
  await render(<Held onComplete={completed} />)
  await field.fill('482 917')
  await expect.element(field).toHaveValue('482917')
  expect(completed.mock.calls).toEqual([['482917']])
})

test('the drawn cells show the digits, and are hidden from screen readers', async () => {
  const { container } = await render(<Held onComplete={() => undefined} />)
  await field.fill('48')
  const cells = container.querySelector('[aria-hidden]')
  await expect
    .poll(() => [...(cells?.children ?? [])].map(({ textContent }) => textContent))
    .toEqual(['4', '8', '', '', '', ''])
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(field).toHaveAttribute('inputmode', 'numeric')
})

test('an error is announced and described', async () => {
  await render(<Held onComplete={() => undefined} error="Dieser Code stimmt nicht." />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Dieser Code stimmt nicht.')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('Dieser Code stimmt nicht.')
})
