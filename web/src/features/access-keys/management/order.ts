import {
  KEY_NOTE_MAX,
  KEY_STAY_MAX_DAYS,
  KEY_USES_MAX,
  KEYS_PER_BATCH,
  type KeyOrder,
} from '@tonarchiv/contract/key-batches'
import type { AlbumType } from '@tonarchiv/contract/catalog'
import { albumsText, keysText, scopeText, stayText, videosText } from '@tonarchiv/contract/scope-text'
import type { ChosenAlbum } from '#features/access-scope/index.ts'
import { formatDate } from '#format.ts'
import { endOfDay, lastDay } from '../scope/expiry.ts'

/** The values of the form for new keys; numbers and dates are texts as they were typed. */
export interface OrderForm {
  count: string
  maxUses: string
  note: string
  kind: 'all' | 'types' | 'albums'
  types: readonly AlbumType[]
  albums: readonly ChosenAlbum[]
  hasVideos: boolean
  /** A day such as `2026-12-31`; empty for no end. */
  until: string
  stays: 'forever' | 'days'
  stayDays: string
}

export const EMPTY_ORDER: OrderForm = {
  count: '1',
  maxUses: '1',
  note: '',
  kind: 'all',
  types: [],
  albums: [],
  hasVideos: true,
  until: '',
  stays: 'forever',
  stayDays: '90',
}

export type OrderErrors = Partial<
  Record<'count' | 'maxUses' | 'note' | 'scope' | 'until' | 'stayDays', string>
>

const isWhole = (text: string, max: number) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max

/** The error texts of the form, by field. */
export function errorsOf(form: OrderForm, now: number): OrderErrors {
  const errors: OrderErrors = {}
  if (!isWhole(form.count, KEYS_PER_BATCH)) errors.count = `Zwischen 1 und ${KEYS_PER_BATCH}.`
  if (!isWhole(form.maxUses, KEY_USES_MAX)) errors.maxUses = `Zwischen 1 und ${KEY_USES_MAX}.`
  if (form.note.length > KEY_NOTE_MAX) errors.note = `Höchstens ${KEY_NOTE_MAX} Zeichen.`
  if (form.kind === 'albums' && form.albums.length === 0) errors.scope = 'Wähle mindestens ein Album.'
  if (form.kind === 'types' && form.types.length === 0) errors.scope = 'Wähle mindestens einen Typ.'
  const end = form.until === '' ? undefined : endOfDay(form.until)
  if (end !== undefined && Date.parse(end) <= now) errors.until = 'Dieses Datum ist schon vorbei.'
  if (form.stays === 'days' && !isWhole(form.stayDays, KEY_STAY_MAX_DAYS))
    errors.stayDays = `Zwischen 1 und ${KEY_STAY_MAX_DAYS}.`
  return errors
}

/** The order of new keys that the server gets, from the values of a valid form. */
export function orderOf(form: OrderForm): KeyOrder {
  return {
    count: Number(form.count),
    maxUses: Number(form.maxUses),
    note: form.note,
    scope: scopeOf(form),
    expiresAt: endOfDay(form.until) ?? null,
    stayDays: form.stays === 'forever' ? null : Number(form.stayDays),
  }
}

function scopeOf({ kind, types, albums, hasVideos }: OrderForm): KeyOrder['scope'] {
  if (kind === 'types') return { kind, types: [...types], hasVideos }
  if (kind === 'albums') return { kind, albumIds: albums.map(({ id }) => id), hasVideos }
  return { kind, hasVideos }
}

/** The label of the button that creates the keys, such as „12 Schlüssel generieren“. */
export const orderButton = ({ count }: OrderForm) =>
  isWhole(count, KEYS_PER_BATCH) ? `${keysText(Number(count))} generieren` : 'Schlüssel generieren'

/**
 * A sentence that summarises the form, to be shown after the number of keys, such as „für je eine Person: 4 Alben ohne
 * Videos, einlösbar ohne Ende, dann 90 Tage.“
 */
export function orderSentence(form: OrderForm): string {
  const uses = Number(form.maxUses)
  const people = uses === 1 ? 'eine Person' : `${form.maxUses} Personen`
  const each = Number(form.count) === 1 ? '' : 'je '
  const named =
    form.kind === 'albums'
      ? albumsText(form.albums.length)
      : scopeText({ kind: form.kind, types: form.types, albumCount: 0 }) || 'noch kein Typ'
  const end = endOfDay(form.until)
  const until = end === undefined ? 'einlösbar ohne Ende' : `einlösbar bis ${formatDate(lastDay(end))}`
  const stay = form.stays === 'forever' ? stayText(null) : `dann ${stayText(Number(form.stayDays))}`
  return `für ${each}${people}: ${named} ${videosText(form.hasVideos)}, ${until}, ${stay}.`
}
