import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '../../../testing/TestApp.tsx'
import { CrossfadeCard } from './CrossfadeCard.tsx'

afterEach(() => localStorage.removeItem('soundCrossfade'))

const slider = () => page.getByRole('slider', { name: 'Überblenden' })

function renderCard() {
  return render(
    <TestApp>
      <CrossfadeCard />
    </TestApp>,
  )
}

test('tracks follow as they are, until a crossfade of up to twelve seconds is chosen with the keyboard', async () => {
  const { unmount } = await renderCard()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', 'Aus')
  await expect.element(page.getByText('Aus', { exact: true })).toBeVisible()
  slider().element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '1 Sekunde')
  await userEvent.keyboard('{PageUp}{ArrowUp}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '4 Sekunden')
  await expect.element(page.getByText('4 s', { exact: true })).toBeVisible()
  expect(localStorage.getItem('soundCrossfade')).toBe('4')
  await unmount()
  await renderCard()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '4 Sekunden')
  slider().element().focus()
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '12 Sekunden')
  await userEvent.keyboard('{Home}')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', 'Aus')
  expect(localStorage.getItem('soundCrossfade')).toBeNull()
})

test('the figure overlaps as the slider says, and the slider is large enough for a finger', async () => {
  const { container } = await renderCard()
  const width = () => {
    const [before, after] = container.querySelectorAll<SVGPathElement>('svg path')
    if (!before || !after) throw new Error('There is no figure')
    const ends = before.getBBox()
    return Math.round(ends.x + ends.width - after.getBBox().x)
  }
  expect(width()).toBeLessThan(0)
  slider().element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(width).toBe(480)
  expect(slider().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})
