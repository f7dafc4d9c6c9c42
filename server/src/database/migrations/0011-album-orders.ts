import { type Kysely, sql } from 'kysely'

interface AlbumsOfThatDay {
  albums: { id: string; title: string; release_year: number | null; sort_title: string; sort_year: string }
}

const ALBUMS_AT_ONCE = 500
/** One index for each order with each filter, so that a page is a single range of an index. */
const INDEXES: readonly (readonly [name: string, columns: readonly string[]])[] = [
  ['albums_by_title', ['sort_title']],
  ['albums_of_type_by_title', ['type', 'sort_title']],
  ['albums_of_year_by_title', ['release_year', 'sort_title']],
  ['albums_of_type_and_year_by_title', ['type', 'release_year', 'sort_title']],
  ['albums_by_year', ['sort_year']],
  ['albums_of_type_by_year', ['type', 'sort_year']],
  ['albums_of_type_by_id', ['type', 'id']],
  ['albums_of_year_by_id', ['release_year', 'id']],
  ['albums_of_type_and_year_by_id', ['type', 'release_year', 'id']],
]

/** Further orders of the archive: sort keys that are compared byte by byte on both databases. */
export async function up(db: Kysely<AlbumsOfThatDay>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const text = kind === 'postgres' ? sql`text collate "C" not null default ''` : sql`text not null default ''`
  await sql`alter table albums add column sort_title ${text}`.execute(db)
  await sql`alter table albums add column sort_year ${text}`.execute(db)
  await fillKeys(db)
  for (const [name, columns] of INDEXES) {
    await db.schema
      .createIndex(name)
      .on('albums')
      .columns([...columns])
      .execute()
  }
}

async function fillKeys(db: Kysely<AlbumsOfThatDay>): Promise<void> {
  let last = ''
  for (;;) {
    const albums = await db
      .selectFrom('albums')
      .select(['id', 'title', 'release_year as year'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ALBUMS_AT_ONCE)
      .execute()
    for (const { id, title, year } of albums) {
      const sortTitle = `${titleKey(title)}\u0001${id}`
      const yearKey = String(year === null ? 9999 : 9999 - year).padStart(4, '0')
      await db
        .updateTable('albums')
        .set({ sort_title: sortTitle, sort_year: `${yearKey}\u0001${sortTitle}` })
        .where('id', '=', id)
        .execute()
    }
    const end = albums.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
}

/** A copy of the archive's rule at the time of this migration; the original may change, this one must not. */
function titleKey(title: string): string {
  const line = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[ßæœøđðħıłþς]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
  const begun = line.replace(/^[^\p{L}\p{N}]+/u, '') || line
  return begun.slice(0, 100).replaceAll(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '')
    return `${Math.min(9, value.length)}${value}`
  })
}
