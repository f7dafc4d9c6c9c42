import { createKeyBatch, exportKeys } from '@tonarchiv/contract/key-batches'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { cellOf } from './keys-csv.ts'

test('the file holds the keys that the filter shows, with their links, and runs no formula', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const order = { count: 2, maxUses: 1, expiresAt: null, stayDays: 90 }
  const { keys } = await admin.call(createKeyBatch, {
    body: {
      ...order,
      note: '=HYPERLINK("https://boese.example";"Klick")',
      scope: { kind: 'all', hasVideos: true },
    },
  })
  const download = async (query: { status?: string }) => {
    const response = await app.fetch(urlOf(exportKeys, { query }), {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('schluessel.csv')
    return (await response.text()).split('\r\n').filter(Boolean)
  }
  const [head, ...rows] = await download({})
  expect(head).toMatch(/^\u{FEFF}?"Schlüssel";"Link";"Notiz"/u)
  expect(rows).toHaveLength(2)
  const { key = '' } = keys[0] ?? {}
  expect(rows[0]).toContain(`"${key}";"${new URL(`/k/${key}`, app.services.config.publicUrl).href}"`)
  expect(rows[0]).toContain(
    `;"'=HYPERLINK(""https://boese.example"";""Klick"")";"Ganzes Archiv";"mit Videos";`,
  )
  expect(rows[0]).toContain(';"Verfügbar";"";"90 Tage";')
  expect(await download({ status: 'used' })).toHaveLength(1)
})

test('a text that a spreadsheet would run gets an apostrophe, other texts stay as they are', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) expect(cellOf(text)).toBe(`"'${text}"`)
  expect(cellOf('Familie "Lindt"; 2 = 2')).toBe('"Familie ""Lindt""; 2 = 2"')
})
