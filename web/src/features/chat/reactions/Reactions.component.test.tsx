import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { Reactions } from './Reactions.tsx'

/** The smallest side of a touch target, in CSS pixels. */
const TOUCH = 44

test.each(['🥁 1', 'Reaktion hinzufügen'])('on phones „%s“ is pressed by touches near it', async (name) => {
  await page.viewport(390, 844)
  signInAs(aUser())
  const nothing = () => undefined
  await render(
    <TestApp>
      <div style={{ padding: '2rem' }}>
        <Reactions
          message={{ reactions: [{ emoji: '🥁', count: 1, userIds: ['okan'], since: 1 }] }}
          ownId="mara"
          onReact={nothing}
          onPicker={nothing}
          onReactors={nothing}
        />
      </div>
    </TestApp>,
  )
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeVisible()
  const element = button.element()
  const { x, y, width, height } = element.getBoundingClientRect()
  const isPressedAt = (left: number, top: number) =>
    document.elementFromPoint(left, top)?.closest('button') === element
  /** Offsets around the middle, in whole pixels. */
  const offsets = Array.from({ length: 2 * TOUCH }, (_, index) => index - TOUCH + 0.5)
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const wide = offsets.filter((offset) => isPressedAt(middleX + offset, middleY))
  const high = offsets.filter((offset) => isPressedAt(middleX, middleY + offset))
  expect(wide.length).toBeGreaterThanOrEqual(TOUCH - 1)
  expect(high.length).toBeGreaterThanOrEqual(TOUCH - 1)
})
