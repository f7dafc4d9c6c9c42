import { useEffect } from 'react'
import { titleOf } from './site.ts'

let page = ''
let playing: string | undefined
let waiting = ''

function show(): void {
  const title = playing ?? (page === '' ? titleOf() : titleOf(page))
  document.title = waiting === '' ? title : `(${waiting}) ${title}`
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

/** While something waits to be read its count stands before the document’s title; empty takes it away. */
export function setWaitingTitle(count: string): void {
  waiting = count
  show()
}
