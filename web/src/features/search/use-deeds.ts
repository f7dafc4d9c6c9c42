import History from 'lucide-react/icons/history'
import { useNavigate } from 'react-router'
import { getPlayer, openTrackDetails } from '#features/player/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { openTrackMenu, type Track } from '#features/tracks/index.ts'
import { closeSearch } from './open-search.ts'
import { searchPath } from './paths.ts'
import { rememberSearch } from './recent-searches.ts'
import { entryAt, EXACT, type Opening, type Results, type Row, type Section } from './results.ts'

/** What a press on a row does; it depends on the pressed part of the row. */
export type RowDeed = 'open' | 'play' | 'menu' | 'remove'

interface DeedsParts {
  accountId: string
  /** The typed text. The displayed results may still be those of an earlier text. */
  text: string
  results: Results | undefined
  onText: (text: string) => void
  onExact: () => void
  onRemove: (key: string) => void
}

/** Functions that open, play and remove rows of the list, by their keys. */
export function useDeeds({ accountId, text, results, onText, onExact, onRemove }: DeedsParts) {
  const navigate = useNavigate()

  function follow(opening: Opening): void {
    if (opening.kind === 'text') return onText(opening.text)
    if (opening.kind !== 'command' || opening.staysOpen !== true) closeSearch()
    if (opening.kind === 'path') void navigate(opening.path)
    else if (opening.kind === 'profile') openProfile(opening.userId)
    else if (opening.kind === 'lyrics') openTrackDetails(opening.track, opening.line)
    else opening.run()
  }

  function open(key: string): void {
    if (key === EXACT) return onExact()
    const entry = results && entryAt(results, key)
    if (entry === undefined) return
    if ('row' in entry) {
      rememberSearch(accountId, entry.row)
      follow(entry.row.opening)
      return
    }
    const { opening } = entry.action
    if (opening.kind !== 'hits') return follow(opening)
    rememberSearch(accountId, rowOfText(text))
    follow({ kind: 'path', path: searchPath(text, opening.group) })
  }

  function press(key: string, deed: RowDeed, on: HTMLElement): void {
    const entry = results && entryAt(results, key)
    const track = entry && 'row' in entry ? entry.row.track : undefined
    if (deed === 'remove') onRemove(key)
    else if (deed === 'menu' && track) openTrackMenu(track, on)
    else if (deed === 'play' && track && entry && 'section' in entry)
      play(track, entry.section, results?.query.text ?? '')
    else open(key)
  }

  function playNext(key: string): void {
    const entry = results && entryAt(results, key)
    if (entry && 'row' in entry && entry.row.track) getPlayer().enqueue(entry.row.track, 'next')
  }

  return { open, press, playNext }
}

/** Plays the songs of a section, beginning with this track. */
function play(track: Track, { rows }: Section, text: string): void {
  const tracks = rows.flatMap((row) => row.track ?? [])
  getPlayer().choose(tracks, track, { title: `Suche: ${text}`, path: searchPath(text, 'songs') })
}

/** A searched text as a row of the recent searches. */
function rowOfText(text: string): Row {
  return {
    key: `text:${text}`,
    title: text,
    picture: { kind: 'icon', Icon: History },
    opening: { kind: 'text', text },
  }
}
