import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Slider } from './Slider.tsx'

function Example({ onCommit }: { onCommit: (value: number) => void }) {
  const [value, setValue] = useState(50)
  return (
    <Slider
      label="Position"
      value={value}
      max={100}
      step={1}
      keyStep={5}
      valueText={`${value} von 100`}
      onChange={setValue}
      onCommit={onCommit}
    />
  )
}

const slider = page.getByRole('slider', { name: 'Position' })

test('arrow keys move a slider by its own step, Page keys by a tenth, Home and End to the ends', async () => {
  const onCommit = vi.fn<(value: number) => void>()
  await render(<Example onCommit={onCommit} />)
  await userEvent.tab()
  for (const [key, value] of [
    ['ArrowRight', 55],
    ['ArrowUp', 60],
    ['ArrowLeft', 55],
    ['PageDown', 45],
    ['End', 100],
    ['ArrowRight', 100],
    ['Home', 0],
    ['ArrowDown', 0],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(onCommit).toHaveBeenLastCalledWith(value)
    await expect.element(slider).toHaveAttribute('aria-valuetext', `${value} von 100`)
  }
})

test('a drag follows the pointer and counts once, where it ends', async () => {
  const onCommit = vi.fn<(value: number) => void>()
  await render(
    <div style={{ width: 400 }}>
      <Example onCommit={onCommit} />
    </div>,
  )
  const { width, height } = slider.element().getBoundingClientRect()
  await userEvent.dragAndDrop(slider, slider, {
    sourcePosition: { x: width / 2, y: height / 2 },
    targetPosition: { x: width - 1, y: height / 2 },
    force: true,
  })
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100 von 100')
  expect(onCommit.mock.calls).toEqual([[100]])
})
