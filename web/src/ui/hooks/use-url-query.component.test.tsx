import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useUrlQuery } from './use-url-query.ts'

function Filters() {
  const [query, change] = useUrlQuery()
  const { search } = useLocation()
  const set = (name: string, value: string) =>
    change(
      (now) => {
        now.set(name, value)
        return now
      },
      { replace: true },
    )
  return (
    <>
      <button
        type="button"
        onClick={() => {
          set('type', 'ep')
          set('year', '1981')
        }}
      >
        Zweimal ändern
      </button>
      <button type="button" onClick={() => set('sort', query.get('year') ?? 'none')}>
        Sortieren
      </button>
      <output>{search}</output>
    </>
  )
}

test('of two changes before the next render none is lost, and later ones build on both', async () => {
  await render(
    <MemoryRouter initialEntries={['/archive?search=nacht']}>
      <Filters />
    </MemoryRouter>,
  )
  await page.getByRole('button', { name: 'Zweimal ändern' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('?search=nacht&type=ep&year=1981')
  await page.getByRole('button', { name: 'Sortieren' }).click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('?search=nacht&type=ep&year=1981&sort=1981')
})
