import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '#testing/TestApp.tsx'
import { AlbumFilterBar } from './AlbumFilterBar.tsx'

const MARKS = ['A', 'B'].map((label, index) => ({ label, offset: index }))

test('beside the docked player the types take a line of their own instead of being cut off', async () => {
  await page.viewport(1920, 1080)
  await render(
    <TestApp>
      <div style={{ width: '60rem' }}>
        <AlbumFilterBar
          marks={MARKS}
          onJump={() => undefined}
          filters={{ search: '', year: undefined, type: undefined, sort: 'title' }}
          years={[2024]}
          onChange={() => undefined}
        />
      </div>
    </TestApp>,
  )
  const group = page.getByRole('group', { name: 'Typ', exact: true })
  await expect.element(group).toBeVisible()
  const scroller = group.element().parentElement
  expect(scroller?.scrollWidth).toBeLessThanOrEqual(scroller?.clientWidth ?? 0)
})
