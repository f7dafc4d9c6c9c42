import { useEffect } from 'react'
import { titleOf } from './site.ts'

let page = ''
let playing: string | undefined
let waiting = ''

function show(): void {
  const title = playing ?? (page === '' ? titleOf() : titleOf(page))
  document.title = waiting === '' ? title : `(${waiting}) ${title}`
}

/** Sets the document title to the page's name: „Archive – Tonarchiv“. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    page = name
    show()
  }, [name])
}

/** Shows the playing track („Titel – Album“) as the document title; undefined shows the name of the page again. */
export function setPlayingTitle(text: string | undefined): void {
  playing = text
  show()
}

/** Puts the number of unread messages before the document title; an empty text removes it. */
export function setWaitingTitle(count: string): void {
  waiting = count
  show()
}
