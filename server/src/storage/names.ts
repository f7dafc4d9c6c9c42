import { randomDigits } from '#platform/random-digits.ts'
import { STORAGE_AREAS, type StorageArea, type StoredEntry } from './storage.ts'

const NAME = new RegExp(`^(${STORAGE_AREAS.join('|')})/([0-9a-f]{4})[0-9a-f]{28}$`)
const LABEL = /^[a-z0-9]{1,16}$/

/**
 * The error when a value that is not a valid storage name is used as one. It is a fault, because storage names come
 * from the database only.
 */
export class WrongStorageName extends Error {
  constructor(name: string) {
    super(`Not a name of stored bytes: ${JSON.stringify(name)}`)
    this.name = 'WrongStorageName'
  }
}

/**
 * Makes random names for files that are stored together. They begin with the same four digits and so are in the same
 * folder, which has to be synced only once for all of them.
 */
export function newNames(area: StorageArea, count: number): string[] {
  const folder = randomDigits(2)
  return Array.from({ length: count }, () => `${area}/${folder}${randomDigits(14)}`)
}

/**
 * The path of a file below the root of the storage: its folder (the area and two levels below it) and its file name.
 * @throws WrongStorageName
 */
export function pathOfName(name: string, label?: string): { folder: string; file: string } {
  const [, area, digits] = NAME.exec(name) ?? []
  if (area === undefined || digits === undefined) throw new WrongStorageName(name)
  if (label !== undefined && !LABEL.test(label)) throw new WrongStorageName(`${name}-${label}`)
  const own = name.slice(area.length + 1)
  return {
    folder: `${area}/${digits.slice(0, 2)}/${digits.slice(2)}`,
    file: label === undefined ? own : `${own}-${label}`,
  }
}

/** The storage name of a file in an area's folder; undefined for variants and other files. */
export function nameOfFile(area: StorageArea, file: string): string | undefined {
  const name = `${area}/${file}`
  return NAME.test(name) ? name : undefined
}

/** Parses an S3 key of the form `area/abcd…` or `area/abcd…-label`; undefined for other keys. */
export function nameOfKey(key: string): StoredEntry | undefined {
  const [name = '', label, ...more] = key.split('-')
  if (!NAME.test(name) || more.length > 0) return undefined
  return label === undefined || LABEL.test(label) ? { name, label } : undefined
}
