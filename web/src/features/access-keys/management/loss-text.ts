import type { KeyLoss } from '@tonarchiv/contract/key-batches'
import { albumsText, scopeText } from '@tonarchiv/contract/scope-text'

/** The text for what a member loses, and how serious the loss is. */
export function lossOf({ before, after }: KeyLoss): {
  text: string
  kind: 'danger' | 'warning' | 'plain'
} {
  const albums = before.albumCount - after.albumCount
  if (after.albumCount === 0 && !after.hasVideos && (albums > 0 || before.hasVideos))
    return { text: 'verliert alles', kind: 'danger' }
  if (albums > 0) return { text: `${albumsText(albums)} weniger`, kind: 'warning' }
  if (before.hasVideos && !after.hasVideos) return { text: 'ohne Videos', kind: 'warning' }
  if (before.endsAt !== after.endsAt && after.endsAt !== null)
    return { text: 'endet früher', kind: 'warning' }
  return { text: 'nichts', kind: 'plain' }
}

/** The text for what a member keeps, such as „behält EPs aus E4-1VBD-33XS“. */
export function keptText({ keeps }: KeyLoss): string {
  const [first, ...more] = keeps
  if (first === undefined) return 'hat keinen anderen Schlüssel'
  const from = first.key === null ? '' : ` aus ${first.key}`
  const others = more.length === 0 ? '' : ` und ${more.length} weitere`
  return `behält ${scopeText(first.scope)}${from}${others}`
}
