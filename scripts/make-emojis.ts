// Writes the list of emojis with their German names that the chat's picker loads, from the German data of the package
// emojibase-data (docs/decisions/0065-emojis.md). FOLDER is the folder `de` of that package.
//
//   node scripts/make-emojis.ts FOLDER
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const TARGET = new URL('../web/src/features/chat/reactions/emojis.txt', import.meta.url)
/** Emojis of later versions are missing in the fonts of many devices. */
const NEWEST_VERSION = 15.1

const Source = z.array(
  z.object({
    emoji: z.string(),
    label: z.string(),
    tags: z.array(z.string()).default([]),
    order: z.number().default(0),
    group: z.number().optional(),
    subgroup: z.number().optional(),
    version: z.number(),
  }),
)
type Entry = z.infer<typeof Source>[number]

/** Shown first in the group of music. */
const MUSIC = '🎵 🎶 🎧 🎤 🎹 🥁 🎸 🎷 🎺 🎻 🪕 📻 💿 📀 📼 🔊'.split(' ')
const GROUPS: readonly { name: string; has: (entry: Entry) => boolean }[] = [
  {
    name: 'Musik',
    has: (entry) => musicRank(entry) !== -1 || entry.subgroup === 67 || entry.subgroup === 68,
  },
  { name: 'Gesichter', has: ({ group, subgroup = 0 }) => group === 0 && subgroup < 14 },
  { name: 'Gesten', has: ({ group }) => group === 1 },
  { name: 'Natur', has: ({ group, subgroup }) => group === 3 || subgroup === 59 },
  { name: 'Essen', has: ({ group }) => group === 4 },
  { name: 'Dinge', has: ({ group = 0 }) => group >= 5 && group <= 7 },
  { name: 'Zeichen', has: ({ group }) => group === 0 || group === 8 || group === 9 },
]

/** The form that Unicode recommends for general interchange. The data has a selector in some emojis that need none. */
function qualified(emoji: string): string | undefined {
  return [emoji, emoji.replaceAll('\ufe0f', '')].find((form) => /^\p{RGI_Emoji}$/v.test(form))
}

/** The words of the tags that the name does not contain already. */
function wordsOf({ label, tags }: Entry): string {
  const words = new Set(tags.flatMap((tag) => tag.toLowerCase().split(/[\s,]+/u)))
  const name = label.toLowerCase()
  return [...words].filter((word) => word !== '' && !name.includes(word)).join(' ')
}

function lineOf(entry: Entry, emoji: string): string {
  return [emoji, entry.label, wordsOf(entry)].join('\t').trimEnd()
}

async function main(folder: string): Promise<void> {
  const entries = Source.parse(JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')))
  const left = new Set(
    entries
      .filter(({ group, version }) => group !== undefined && version <= NEWEST_VERSION)
      .sort((one, other) => rank(one) - rank(other)),
  )
  const lines = GROUPS.map(({ name, has }) => {
    const own = [...left].filter(has)
    for (const entry of own) left.delete(entry)
    const rows = own.flatMap((entry) => {
      const emoji = qualified(entry.emoji)
      return emoji === undefined ? [] : lineOf(entry, emoji)
    })
    return `# ${name}\n${rows.join('\n')}`
  })
  await writeFile(TARGET, `${lines.join('\n')}\n`)
}

function musicRank({ emoji }: Entry): number {
  return MUSIC.indexOf(emoji.replaceAll('\ufe0f', ''))
}

function rank(entry: Entry): number {
  const first = musicRank(entry)
  return first === -1 ? MUSIC.length + entry.order : first
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder: node scripts/make-emojis.ts FOLDER')
await main(folder)
