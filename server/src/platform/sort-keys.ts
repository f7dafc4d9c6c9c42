/**
 * Distance between the keys of neighbours. It is large enough for thirteen moves to the same position before neighbours
 * must be renumbered.
 */
const GAP = 8192
/** The sort key of the first album. It is far from zero, because new albums are put before all others. */
const FIRST_PLACE = 2 ** 40

/** A sort key that comes before all others. `first` is the lowest key so far. */
export function placeAbove(first: number | undefined): number {
  return (first ?? FIRST_PLACE) - GAP
}

/** An element of the list with its sort key, in any order. */
export interface Placed {
  id: string
  place: number
}

/**
 * Computes new sort keys that put elements into the wanted order. As few elements as possible get a new key. `wanted`
 * must contain each element once.
 */
export function planMoves(current: readonly Placed[], wanted: readonly string[]): Map<string, number> {
  const placeOf = new Map(current.map(({ id, place }) => [id, place]))
  const places = wanted.map((id) => placeOf.get(id) ?? 0)
  const stays = longestRise(places)
  const moves = fillKeys(places.map((place, index) => (stays[index] === true ? place : undefined)))
  return new Map(
    [...moves].flatMap(([index, place]) => {
      const id = wanted[index]
      return id === undefined ? [] : [[id, place] as const]
    }),
  )
}

/**
 * Computes sort keys for the undefined elements of an ordered list, by index. Where there are no free keys between the
 * neighbours of such elements, the neighbours are renumbered as well.
 */
export function fillKeys(keys: readonly (number | undefined)[]): Map<number, number> {
  const places = [...keys]
  const moves = new Map<number, number>()
  for (let start = 0; start < places.length; start += 1) {
    if (places[start] !== undefined) continue
    let from = start
    let to = start
    for (;;) {
      while (from > 0 && places[from - 1] === undefined) from -= 1
      while (to + 1 < places.length && places[to + 1] === undefined) to += 1
      if (roomFor(to - from + 1, places[from - 1], places[to + 1])) break
      // With each attempt more of the neighbours are renumbered.
      const more = to - from + 1
      places.fill(undefined, Math.max(0, from - more), from)
      places.fill(undefined, to + 1, Math.min(places.length, to + 1 + more))
    }
    for (const [index, place] of spread(to - from + 1, places[from - 1], places[to + 1]).entries()) {
      moves.set(from + index, place)
      places[from + index] = place
    }
    start = to
  }
  return moves
}

/** Sort keys for new elements between two neighbours; undefined when there are not enough free ones. */
export function keysBetween(
  count: number,
  before: number | undefined,
  behind: number | undefined,
): number[] | undefined {
  return roomFor(count, before, behind) ? spread(count, before, behind) : undefined
}

function roomFor(count: number, before: number | undefined, behind: number | undefined): boolean {
  return before === undefined || behind === undefined || behind - before > count
}

/** Sort keys at equal distances between two others. */
function spread(count: number, before: number | undefined, behind: number | undefined): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (before !== undefined && behind !== undefined) {
    const step = (behind - before) / (count + 1)
    return indexes.map((index) => before + Math.floor(step * (index + 1)))
  }
  if (behind !== undefined) return indexes.map((index) => behind - GAP * (count - index))
  return indexes.map((index) => (before ?? FIRST_PLACE) + GAP * (index + 1))
}

/** Marks the elements of a longest increasing subsequence. */
function longestRise(values: readonly number[]): boolean[] {
  /** For each length the index of the smallest last element of an increasing subsequence of that length. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? undefined : ends[low - 1])
    ends[low] = index
  }
  const marks = values.map(() => false)
  for (let index = ends.at(-1); index !== undefined; index = before[index]) marks[index] = true
  return marks
}
