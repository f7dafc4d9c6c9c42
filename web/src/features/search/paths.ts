import type { SearchGroup } from '@tonarchiv/contract/search'

/** The page with all hits of a group. */
export function searchPath(text: string, group: SearchGroup): string {
  return `/search?${new URLSearchParams({ q: text, group })}`
}

/** Opens the album of a track, with the track marked. */
export function pathToTrack({ id }: { id: string }): string {
  return `/archive?${new URLSearchParams({ track: id })}`
}
