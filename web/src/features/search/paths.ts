import type { SearchGroup } from '@tonarchiv/contract/search'

/** The page with all hits of a group. */
export function searchPath(text: string, group: SearchGroup): string {
  return `/search?${new URLSearchParams({ q: text, group })}`
}

/** The path that opens the album of a track and marks the track. */
export function pathToTrack({ id }: { id: string }): string {
  return `/archive?${new URLSearchParams({ track: id })}`
}
