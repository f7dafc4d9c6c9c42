import { SEARCH_GROUPS, SEARCH_MAX_LENGTH, SearchGroup } from '@tonarchiv/contract/search'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { useInfiniteQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import {
  FoundRows,
  FoundSongs,
  foundQuery,
  GROUP_LABELS,
  pathToTrack,
  searchPath,
  totalText,
} from '#features/search/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { useCurrentTrack } from './archive-hooks.ts'
import { selectedBar } from './selected-bar.tsx'
import styles from './SearchPage.module.css'

/** The groups that members without archive access can search. */
const OPEN_GROUPS: ReadonlySet<SearchGroup> = new Set(['playlists', 'people', 'messages'])

const GROUPS = SEARCH_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] }))

/** The page `/search`: all hits of one group. The URL contains text and group as `?q=&group=`. */
export function SearchPage() {
  const user = useUser()
  const [address, setUrl] = useSearchParams()
  const text = (address.get('q') ?? '').trim().slice(0, SEARCH_MAX_LENGTH)
  const group = SearchGroup.safeParse(address.get('group')).data ?? 'songs'
  usePageTitle(text === '' ? 'Suche' : `${text} – Suche`)
  if (!user) return null
  const isOpen = hasAccess(user) || OPEN_GROUPS.has(group)
  return (
    <>
      <header className={styles.head}>
        <h1>Suche</h1>
        <SearchForm key={text} text={text} onSearch={(q) => setUrl({ q, group })} />
        <ToggleGroup
          label="Gruppe"
          options={GROUPS}
          value={group}
          onChange={(next) => setUrl({ q: text, group: next }, { replace: true })}
        />
      </header>
      {isOpen ? <Hits text={text} group={group} /> : <Locked />}
    </>
  )
}

function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // An app shortcut of the installed app opens this page without a text; the field then gets the focus.
    if (text === '') field.current?.focus()
  }, [text])
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onSearch(typed.trim())
  }
  return (
    <search>
      <form onSubmit={search}>
        <TextField
          label="Alles durchsuchen"
          labelHidden
          type="search"
          placeholder="Alles durchsuchen"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX_LENGTH}
          icon={<Search className="icon" aria-hidden />}
          ref={field}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </form>
    </search>
  )
}

function Locked() {
  return (
    <EmptyState
      drawing="keyhole"
      title="Zugang verweigert"
      action={
        <Button kind="primary" onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    >
      {keyRequired.text}
    </EmptyState>
  )
}

function Hits({ text, group }: { text: string; group: SearchGroup }) {
  const { data, error, isError, isPending, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(foundQuery(text, group))
  const current = useCurrentTrack()
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const end = useNearEnd(hasNextPage && !isFetching && !isError, more)
  if (text === '')
    return <EmptyState title="Wonach suchst du?">Gib oben ein, was du finden möchtest.</EmptyState>
  if (isPending) return <Waiting />
  if (isError && data === undefined)
    return <LoadFailure onRetry={refetch}>{textOf(error, 'Suche antwortet nicht')}</LoadFailure>
  if (!data || data.rows.length === 0) {
    return (
      <EmptyState title="Nichts gefunden">
        Auch nichts Ähnliches zu „{text}“ in {GROUP_LABELS[group]}.
      </EmptyState>
    )
  }
  const { rows, terms, corrected, total } = data
  const source = { title: `Suche: ${text}`, path: searchPath(text, group) }
  const count = (
    <Text as="p" tone="muted" aria-live="polite">
      {totalText(total)} Treffer für {corrected === undefined ? `„${text}“` : `„${corrected}“`}
    </Text>
  )
  return (
    <section aria-label={GROUP_LABELS[group]}>
      {group !== 'songs' && <div className={styles.count}>{count}</div>}
      {group === 'songs' ? (
        <FoundSongs
          {...{ rows, terms, current, source }}
          albumPath={(id) => pathToTrack({ id })}
          renderSelected={selectedBar}
          renderHead={(select) => (
            <div className={styles.count}>
              {count}
              {select}
            </div>
          )}
        />
      ) : (
        <FoundRows label={GROUP_LABELS[group]} rows={rows} terms={terms} />
      )}
      <div ref={end} />
      {isError && (
        <Button small onClick={more}>
          Erneut versuchen
        </Button>
      )}
    </section>
  )
}

const SKELETONS = 8

function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} width={`${60 - index * 4}%`} height="1rem" />
      ))}
    </div>
  )
}
