import { KEY_EXPORT_MAX, type KeyBatch, type KeyStatus } from '@tonarchiv/contract/key-batches'
import { scopeText, stayText, videosText } from '@tonarchiv/contract/scope-text'
import type { Services } from '#services.ts'
import { readBatches } from './batches.ts'
import { type KeyFilter, type KeyOfBatch, listKeys } from './store.ts'

const STATUS_TEXTS = {
  available: 'Verfügbar',
  used: 'Verwendet',
  expired: 'Abgelaufen',
  withdrawn: 'Zurückgezogen',
} as const satisfies Record<KeyStatus, string>

const HEAD = [
  'Schlüssel',
  'Link',
  'Notiz',
  'Umfang',
  'Videos',
  'Einlösungen',
  'Einlösbar je Schlüssel',
  'Status',
  'Einlösbar bis',
  'Aufenthalt',
  'Erstellt',
  'Von',
  'Zuletzt eingelöst von',
  'Zuletzt eingelöst',
]

/** Number of batches that are read with one query. */
const AT_ONCE = 500

/** The keys that match a filter, as a CSV file with semicolons, as programs in German expect it (RFC 4180). */
export async function keysCsv(
  { db, now, config }: Pick<Services, 'db' | 'now' | 'config'>,
  filter: KeyFilter,
): Promise<string> {
  const keys = await listKeys(db, filter, now(), KEY_EXPORT_MAX)
  const ids = [...new Set(keys.map(({ batchId }) => batchId))]
  const batches = new Map<string, KeyBatch>()
  for (let start = 0; start < ids.length; start += AT_ONCE)
    for (const batch of await readBatches({ db, now }, ids.slice(start, start + AT_ONCE)))
      batches.set(batch.id, batch)
  const rows = keys.flatMap((key) => {
    const batch = batches.get(key.batchId)
    return batch === undefined ? [] : [rowOf(key, batch, config.publicUrl)]
  })
  // By the byte order mark spreadsheets recognise that the file is UTF-8.
  return `\u{FEFF}${[HEAD, ...rows].map((row) => row.map(cellOf).join(';')).join('\r\n')}\r\n`
}

function rowOf(key: KeyOfBatch, batch: KeyBatch, publicUrl: string): string[] {
  return [
    key.keyValue,
    new URL(`/k/${key.keyValue}`, publicUrl).href,
    batch.note ?? batch.words ?? '',
    scopeText(batch.scope),
    videosText(batch.scope.hasVideos),
    String(key.uses),
    String(batch.maxUses),
    STATUS_TEXTS[key.status],
    batch.expiresAt ?? '',
    stayText(batch.stayDays),
    batch.createdAt,
    batch.madeBy?.displayName ?? '',
    key.usedByDisplayName ?? key.usedByUsername ?? '',
    key.usedAt ?? '',
  ]
}

/** Characters with which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/

/** A cell in quotes. A text that a spreadsheet would run as a formula gets an apostrophe, so that it stays a text. */
export function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
