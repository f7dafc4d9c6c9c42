/** Maximum number of characters of a text that are shown in the description of an audit event. */
const SHOWN_LENGTH = 120

/** Describes a changed text: `Label „Alt“ → „Neu“`. Empty when both texts are the same. */
export function changeOfText(name: string, before: string | undefined, after: string | undefined): string {
  return changeOf(name, shown(before), shown(after), before === after)
}

/** Describes a changed value: `Jahr 2022 → 2023`. Empty when both values are the same. */
export function changeOf(name: string, before: string, after: string, isSame = before === after): string {
  return isSame ? '' : `${name} ${before} → ${after}`
}

function shown(text: string | undefined): string {
  if (text === undefined || text === '') return 'leer'
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim())
  const isLong = characters.length > SHOWN_LENGTH
  return `„${isLong ? `${characters.slice(0, SHOWN_LENGTH).join('')}…` : characters.join('')}“`
}

const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Formats a size: `12,4 MB`. The units are powers of 1024, with at most one decimal. */
export function sizeText(bytes: number): string {
  const step = Math.min(SIZE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const size = (bytes / 1024 ** step).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  return `${size} ${SIZE_UNITS[step]}`
}

/** Describes a changed size: `: 80 KB → 1,2 MB`. Empty for older entries, which have no sizes. */
export function changeOfSize(before: number | undefined, after: number | undefined): string {
  const sizes = [before, after].flatMap((size) => (size === undefined ? [] : sizeText(size)))
  return sizes.length === 0 ? '' : `: ${sizes.join(' → ')}`
}
