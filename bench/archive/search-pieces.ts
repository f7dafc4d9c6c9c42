import { type Dice, dice } from './dice.ts'

/** Searches of one kind. */
export interface Pieces {
  name: string
  pieces: string[]
}

/** More than a server would keep the answers of. */
const WANTED = 800
const LENGTHS = [2, 3, 4, 5, 6]
/** Pieces are counted in so many albums only. */
const SAMPLED = 2000
const MANY_SHARE = 0.03

/** Pieces of titles as somebody might type them. `texts`: all titles of each album. */
export function searchPieces(texts: readonly string[]): Pieces[] {
  const lower = texts.map((text) => text.toLowerCase())
  const sample = lower.slice(0, SAMPLED)
  const throws = dice(11)
  const counted = [...countPieces(sample)]
  const choose = (isWanted: (piece: string, albums: number) => boolean) =>
    someOf(
      counted.filter(([piece, albums]) => isWanted(piece, albums)).map(([piece]) => piece),
      throws,
    )
  const many = choose(
    (piece, albums) => isPlain(piece) && piece.length > 2 && albums >= sample.length * MANY_SHARE,
  )
  return [
    { name: 'stands in many titles', pieces: many },
    {
      name: 'stands in few titles',
      pieces: choose((piece, albums) => isPlain(piece) && piece.length > 4 && albums === 1),
    },
    { name: 'two letters', pieces: choose((piece) => isPlain(piece) && piece.length === 2) },
    { name: 'with umlaut or ß', pieces: choose((piece) => !isPlain(piece) && piece.length > 2) },
    { name: 'stands nowhere', pieces: gluedTogether(many, lower.join('\n'), throws) },
  ]
}

/** In how many of the texts each piece of a word stands. */
function countPieces(texts: readonly string[]): Map<string, number> {
  const albums = new Map<string, number>()
  for (const text of texts) {
    const own = new Set<string>()
    for (const [word] of text.matchAll(/[a-zäöüß]+/g))
      for (const length of LENGTHS)
        for (let start = 0; start + length <= word.length; start += 1)
          own.add(word.slice(start, start + length))
    for (const piece of own) albums.set(piece, (albums.get(piece) ?? 0) + 1)
  }
  return albums
}

function isPlain(piece: string): boolean {
  return /^[a-z]+$/.test(piece)
}

/** As many as are wanted, from all over; if there are fewer pieces, with other capitals, which finds the same. */
function someOf(pieces: readonly string[], throws: Dice): string[] {
  const upper = pieces.map((piece) => piece.toUpperCase())
  const capital = pieces.map((piece) => piece.charAt(0).toUpperCase() + piece.slice(1))
  const candidates = pieces.length >= WANTED ? [...pieces] : [...pieces, ...upper, ...capital]
  return Array.from({ length: Math.min(WANTED, candidates.length) }, () => {
    const [piece = ''] = candidates.splice(throws.below(candidates.length), 1)
    return piece
  })
}

/** What nobody has written, from letters that often stand together. */
function gluedTogether(pieces: readonly string[], text: string, throws: Dice): string[] {
  const glued = new Set<string>()
  while (glued.size < WANTED) {
    const piece = throws.oneOf(pieces) + throws.oneOf(pieces)
    if (!text.includes(piece)) glued.add(piece)
  }
  return [...glued]
}
