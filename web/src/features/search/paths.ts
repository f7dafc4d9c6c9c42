import type { SearchGroup } from '@tonarchiv/contract/search'

/** The path of the page with all hits of a group for this text. */
export function searchPath(text: string, group: SearchGroup): string {
  return `/search?${new URLSearchParams({ q: text, group })}`
}

/** The path that opens the album of a track and highlights the track. */
export function pathToTrack({ id }: { id: string }): string {
  return `/archive?${new URLSearchParams({ track: id })}`
}
