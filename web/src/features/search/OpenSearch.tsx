import type { User } from '@tonarchiv/contract/users'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { hasAccess } from '#features/auth/index.ts'
import { openTrackMenu } from '#features/tracks/index.ts'
import { filterBeside, GroupChips } from './GroupChips.tsx'
import { idleResults } from './idle-results.ts'
import { listKeyOf, type ListKey } from './list-keys.ts'
import type { Command } from './local-rows.ts'
import { NoResults } from './NoResults.tsx'
import { forgetAllSearches } from './open-search.ts'
import { forgetSearch, recentSearches } from './recent-searches.ts'
import { ResultList, ResultSkeleton } from './ResultList.tsx'
import { entryId } from './ResultSections.tsx'
import { entryAt, stopsOf, type Results } from './results.ts'
import { isPending } from './search-machine.ts'
import styles from './SearchDialog.module.css'
import { SearchField } from './SearchField.tsx'
import { useDeeds } from './use-deeds.ts'
import { useSearch } from './use-search.ts'

interface OpenSearchProps {
  user: User
  commands: readonly Command[]
}

/** The content of the open search. */
export function OpenSearch({ user, commands }: OpenSearchProps) {
  const listId = useId()
  const search = useSearch(commands)
  const { text, state } = search
  const recent = useRecentSearches(user.id)
  const isIdle = state.query.text === ''
  const results = isIdle ? idleResults(recent.rows, commands, recent.clear) : state.drawn
  const stops = results ? stopsOf(results) : []
  const active = state.active !== undefined && stops.includes(state.active) ? state.active : undefined
  const deeds = useDeeds({
    text: text.trim(),
    accountId: user.id,
    results,
    onText: search.change,
    onExact: search.searchExactly,
    onRemove: recent.remove,
  })
  const isWaiting = isPending(state)
  useOpenedWhenAnswered(state.opensBest && !isWaiting ? active : undefined, deeds.open)

  function act(key: ListKey): void {
    if (key.do === 'select') search.send({ type: 'moved', key: key.key })
    else if (key.do === 'clear') search.change('')
    else if (key.do === 'nextGroup') search.choose(filterBeside(state.query.group, 1))
    else if (key.do === 'previousGroup') search.choose(filterBeside(state.query.group, -1))
    else if (key.do === 'playNext') {
      if (active !== undefined) deeds.playNext(active)
    } else if (isWaiting && !state.isEngaged) search.send({ type: 'entered' })
    else if (active !== undefined) deeds.open(active)
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const track = active === undefined ? undefined : trackAt(results, active)
    if (track && isMenuKey(event)) {
      event.preventDefault()
      const entry = document.getElementById(entryId(listId, active ?? ''))
      if (entry) openTrackMenu(track, entry)
      return
    }
    if (event.key === 'Delete' && text === '' && active !== undefined) return recent.remove(active)
    const key = listKeyOf(event, { stops, active, isEngaged: state.isEngaged, hasText: text !== '' })
    if (key === undefined) return
    event.preventDefault()
    act(key)
  }

  return (
    <>
      <SearchField
        text={text}
        hasEntries={stops.length > 0}
        listId={listId}
        activeId={active && entryId(listId, active)}
        onText={search.change}
        onKeyDown={press}
      />
      <GroupChips isShown={!isIdle} value={state.query.group} onChange={search.choose} />
      <div className={styles.list} data-idle={isIdle || undefined}>
        <ResultList
          id={listId}
          label={isIdle ? 'Zuletzt gesucht und Befehle' : 'Ergebnisse'}
          results={results}
          active={active}
          isBusy={isWaiting}
          onPoint={(key) => search.send({ type: 'pointed', key })}
          onLeave={() => search.send({ type: 'left' })}
          onPress={deeds.press}
        />
        {isWaiting && state.isLate && results === undefined && <ResultSkeleton />}
        {results && !isIdle && <NoResults results={results} onRetry={search.retry} />}
        {!hasAccess(user) && (
          <p className={styles.note}>
            Songs, Alben, Künstler und Videos findest du mit einem Zugangsschlüssel.
          </p>
        )}
      </div>
      <output className="sr">{isIdle || isWaiting ? '' : spokenCount(results)}</output>
      <Hints />
    </>
  )
}

/** If Enter was pressed before the hits arrived, opens the best hit as soon as it arrives. */
function useOpenedWhenAnswered(key: string | undefined, open: (key: string) => void): void {
  const opened = useEffectEvent(open)
  useEffect(() => {
    if (key !== undefined) opened(key)
  }, [key])
}

function useRecentSearches(accountId: string) {
  const [rows, setRows] = useState(() => recentSearches(accountId))
  return {
    rows,
    remove: (key: string) => setRows(forgetSearch(accountId, key)),
    clear: () => {
      forgetAllSearches()
      setRows([])
    },
  }
}

function trackAt(results: Results | undefined, key: string) {
  const entry = results && entryAt(results, key)
  return entry && 'row' in entry ? entry.row.track : undefined
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

function spokenCount(results: Results | undefined): string {
  const count = results?.sections.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0
  return count === 0 ? 'Nichts gefunden' : `${count} Treffer`
}

/** Hints about keys. They are hidden from screen readers, which describe the elements by their roles. */
function Hints() {
  return (
    <div className={styles.foot} aria-hidden>
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> bewegen
      </span>
      <span>
        <kbd>↵</kbd> öffnen
      </span>
      <span>
        <kbd>Umschalt ↵</kbd> als Nächstes spielen
      </span>
      <span>
        <kbd>Tab</kbd> Gruppe wechseln
      </span>
    </div>
  )
}
