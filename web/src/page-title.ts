import { useEffect } from 'react'
import { titleOf } from './site.ts'

let page = ''
let playing: string | undefined

function show(): void {
  document.title = playing ?? (page === '' ? titleOf() : titleOf(page))
}

/** Names the page that shows in the document’s title: „Archive – Tonarchiv“. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    page = name
    show()
  }, [name])
}

/** While something plays its name („Titel – Album“) stands in the document’s title instead; undefined gives it back. */
export function setPlayingTitle(text: string | undefined): void {
  playing = text
  show()
}
