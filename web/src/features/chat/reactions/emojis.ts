export interface Emoji {
  emoji: string
  /** In German. */
  name: string
  /** Further words by which the emoji is found, in lower case. */
  words: string
}

export interface EmojiGroup {
  name: string
  emojis: readonly Emoji[]
}

/**
 * Parses the list that `scripts/make-emojis.ts` has written. A line with „# “ begins a group; in all other lines, tabs
 * separate an emoji, its name and further words.
 */
export function parseEmojis(text: string): readonly EmojiGroup[] {
  const groups: { name: string; emojis: Emoji[] }[] = []
  for (const line of text.split('\n')) {
    const [emoji = '', name = '', words = ''] = line.split('\t')
    if (line.startsWith('# ')) groups.push({ name: line.slice(2), emojis: [] })
    else if (name !== '') groups.at(-1)?.emojis.push({ emoji, name, words })
  }
  return groups
}

let loaded: Promise<readonly EmojiGroup[]> | undefined

/** All emojis, in a chunk of its own. */
export function loadEmojis(): Promise<readonly EmojiGroup[]> {
  loaded ??= import('./emojis.txt?raw').then(({ default: text }) => parseEmojis(text))
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** Maximum number of hits. */
const HITS_MAX = 96

/** The emojis whose name or keywords contain each word of `text`. Those whose name begins with `text` come first. */
export function searchEmojis(groups: readonly EmojiGroup[], text: string): readonly Emoji[] {
  const wanted = text.toLowerCase().split(/\s+/u).filter(Boolean)
  const hits = groups.flatMap(({ emojis }) =>
    emojis.flatMap((entry) => {
      const name = entry.name.toLowerCase()
      if (wanted.every((word) => entry.emoji === word)) return { entry, rank: 0 }
      if (!wanted.every((word) => name.includes(word) || entry.words.includes(word))) return []
      const words = `${name} ${entry.words}`.split(' ')
      const isStart = wanted.every((word) => words.some((each) => each.startsWith(word)))
      return { entry, rank: name.startsWith(wanted.join(' ')) ? 1 : isStart ? 2 : 3 }
    }),
  )
  return hits
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, HITS_MAX)
    .map(({ entry }) => entry)
}

/** The German name of an emoji; without the list, or for one that is not in it, the emoji itself. */
export function nameOf(groups: readonly EmojiGroup[] | undefined, emoji: string): string {
  const found = groups?.flatMap(({ emojis }) => emojis).find((each) => each.emoji === emoji)
  return found?.name ?? emoji
}
