import { DataTable } from '#ui/components/content/DataTable.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { UserRow } from './UserRow.tsx'

test.each([1440, 1024, 768, 390, 320])(
  'in a window of %i px an account has its name, and all buttons are in view',
  async (width) => {
    await page.viewport(width, 800)
    const noop = () => undefined
    await render(
      <DataTable
        label="Benutzer"
        columns={['Benutzer', 'E-Mail-Adresse', 'Beigetreten', 'Schlüssel', 'Rolle', 'Aktionen']}
      >
        <UserRow
          user={{
            id: '01940000-0000-7000-8000-000000000001',
            email: 'jonas.weidner@ein-langer-name.beispiel.example',
            username: 'jonas_w',
            displayName: 'Jonas Weidner',
            avatarUrl: null,
            isAdmin: false,
            emailVerified: false,
            keyVerified: true,
            createdAt: '2026-11-22T12:00:00.000Z',
          }}
          isSelf={false}
          onRole={noop}
          onWithdrawKey={noop}
          onDelete={noop}
        />
      </DataTable>,
    )
    const table = page.getByRole('table', { name: 'Benutzer' })
    const name = table.getByText('Jonas Weidner', { exact: true })
    await expect.poll(() => name.element().getBoundingClientRect().width).toBeGreaterThan(80)
    for (const button of table.getByRole('button').elements())
      expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(width)
    const card = table.element().parentElement
    expect(card?.scrollWidth).toBe(card?.clientWidth)
  },
)
