import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Copy from 'lucide-react/icons/copy'
import Trash2 from 'lucide-react/icons/trash-2'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { openProfile } from '#features/presence/index.ts'
import { Button } from '#ui/components/Button.tsx'
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { MenuItem } from '#ui/components/MenuItem.tsx'
import { MenuPopup } from '#ui/components/MenuPopup.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './MessageList.module.css'
import { ChatRow, type RowActions } from './MessageRow.tsx'
import type { Row } from './rows.ts'
import { chat, useChat } from '../state/chat-instance.ts'
import { deleteOwn } from '../state/own-deletions-instance.ts'
import { useUnread } from '../reading/unread-store.ts'
import { useReading } from './use-reading.ts'

/** How near the end counts as there, px. */
const NEAR_END = 60
/** Rows from the first at which older messages are fetched. */
const NEAR_START = 8
/** Heights until a row is measured, px. */
const ESTIMATE: Record<Row['kind'], number> = { day: 44, unread: 44, message: 66, outgoing: 80 }

interface MessageListProps {
  rows: readonly Row[]
  /** Whether it is known where the unread messages begin; until then the list stays at its end. */
  isStartKnown: boolean
  ownId: string
  isAdmin: boolean
}

/** The messages, of which only those in sight are in the document; it stays at its end, or where the reader is. */
export function MessageList({ rows, isStartKnown, ownId, isAdmin }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [menu, setMenu] = useState<{ message: ChatMessage; at: { x: number; y: number } }>()
  const hasOlder = useChat(({ log }) => log.hasOlder)
  const older = useChat((state) => state.older)

  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    paddingStart: 16,
    paddingEnd: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    initialOffset: Number.MAX_SAFE_INTEGER,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: (instance) => setIsAtEnd(instance.isAtEnd(NEAR_END)),
  })
  const items = virtualizer.getVirtualItems()
  const isNearStart = (items[0]?.index ?? 0) <= NEAR_START

  useEffect(() => {
    if (hasOlder && isNearStart && older === 'idle') void chat.loadOlder()
  }, [hasOlder, isNearStart, older, rows])

  useStartPosition(rows, isStartKnown, {
    isAtEnd: () => virtualizer.isAtEnd(2),
    toEnd: () => virtualizer.scrollToEnd(),
    toRow: (index) => virtualizer.scrollToIndex(index, { align: 'start' }),
  })
  useStickToEnd(scroller, {
    isAtEnd,
    hasMark: rows.some(({ kind }) => kind === 'unread'),
    toEnd: () => virtualizer.scrollToEnd(),
  })
  useOwnInView(rows, () => virtualizer.scrollToEnd())
  useReading(scroller, rows, ownId, isAtEnd)
  useRestoredFocus(scroller, () => scroller.current)

  const [requested, setRequested] = useState<ChatMessage>()
  const onDelete = useCallback(
    (message: ChatMessage) => {
      if (message.userId !== ownId) return setRequested(message)
      focusBeside(message.id, scroller.current)
      deleteOwn(message.id)
    },
    [ownId],
  )
  const onMenu = useCallback<RowActions['onMenu']>((message, at) => setMenu({ message, at }), [])

  return (
    <div className={styles.frame}>
      <section
        className={styles.scroller}
        ref={scroller}
        // Reachable by keyboard, so that it can be scrolled.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Verlauf"
      >
        {hasOlder && (
          <div className={styles.older}>
            {older === 'failed' ? (
              <Button small onClick={() => void chat.loadOlder()}>
                Ältere Nachrichten laden
              </Button>
            ) : (
              older === 'loading' && <output className="sr">Ältere Nachrichten werden geladen</output>
            )}
          </div>
        )}
        <ol
          className={styles.list}
          ref={virtualizer.containerRef}
          aria-label="Nachrichten"
          // At the end what is added is new; anywhere else it only comes into sight.
          aria-live={isAtEnd ? 'polite' : 'off'}
          aria-relevant="additions"
        >
          {items.map(({ key, index }) => {
            const row = rows[index]
            return (
              row && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.row}
                  aria-setsize={hasOlder ? -1 : rows.length}
                  aria-posinset={index + 1}
                >
                  <ChatRow
                    row={row}
                    {...{ ownId, isAdmin, onDelete, onMenu }}
                    onProfile={openProfile}
                    onCancel={chat.cancel}
                  />
                </li>
              )
            )
          })}
        </ol>
      </section>
      {!isAtEnd && <ToEnd onPress={() => virtualizer.scrollToEnd({ behavior: scrollBehavior() })} />}
      <MenuPopup anchor={menu?.at} onClose={() => setMenu(undefined)} label="Was mit der Nachricht geschieht">
        {menu && menu.message.content !== '' && (
          <MenuItem icon={<Copy className="icon" aria-hidden />} onSelect={() => copy(menu.message.content)}>
            Text kopieren
          </MenuItem>
        )}
        {menu && (
          <MenuItem
            danger
            icon={<Trash2 className="icon" aria-hidden />}
            onSelect={() => onDelete(menu.message)}
          >
            Nachricht löschen
          </MenuItem>
        )}
      </MenuPopup>
      <ConfirmDialog
        open={requested !== undefined}
        title="Nachricht löschen"
        confirm="Löschen"
        onCancel={() => setRequested(undefined)}
        onConfirm={() => {
          if (!requested) return
          setRequested(undefined)
          // The dialog gives the focus back to the button in the message first.
          requestAnimationFrame(() => {
            focusBeside(requested.id, scroller.current)
            void chat.remove(requested.id)
          })
        }}
      >
        Möchtest du die Nachricht von <strong dir="auto">{requested && shownName(requested)}</strong> wirklich
        löschen? Sie verschwindet für alle.
      </ConfirmDialog>
    </div>
  )
}

/** Before a message goes: the focus moves on to the next one that can be deleted, else to the list itself. */
function focusBeside(id: string, scroller: HTMLElement | null): void {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
  const index = rows.findIndex((row) => row.dataset['message'] === id)
  if (index === -1 || !rows[index]?.contains(document.activeElement)) return
  const isDeletable = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-deletes]')
  const beside = [...rows.slice(index + 1), ...rows.slice(0, index).toReversed()]
  const next = beside.map(isDeletable).find((button) => button !== null)
  ;(next ?? scroller)?.focus({ preventScroll: true })
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast('Text kopiert'),
    () => showToast('Das Kopieren hat nicht geklappt', { kind: 'error' }),
  )
}

function scrollBehavior(): 'auto' | 'smooth' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

/** Leads back to the newest message; says when new ones wait there. */
function ToEnd({ onPress }: { onPress: () => void }) {
  const hasNew = useUnread(({ count }) => count > 0)
  return (
    <Button
      kind={hasNew ? 'primary' : 'plain'}
      small
      className={classNames(styles['to-end'], !hasNew && styles.quiet)}
      onClick={onPress}
    >
      <ArrowDown className="icon icon-small" aria-hidden />
      {hasNew ? 'neue Nachrichten' : 'Zum Ende'}
    </Button>
  )
}

/** The start is over when nothing has moved for so many frames, and after so many in any case. */
const CALM_FRAMES = 20
const START_FRAMES = 120
/** Frames in which the first unread message may be looked for. */
const SEARCH_FRAMES = 600

/** Begins at the end, or at the first unread message where that lies above what is seen there. */
function useStartPosition(
  rows: readonly Row[],
  isStartKnown: boolean,
  list: { isAtEnd: () => boolean; toEnd: () => void; toRow: (index: number) => void },
) {
  const unread = rows.findIndex(({ kind }) => kind === 'unread')
  /** Goes to the end again where it has moved: rows are measured as they come into sight. */
  const stay = useEffectEvent((): boolean => {
    const isCalm = list.isAtEnd()
    if (!isCalm) list.toEnd()
    return isCalm
  })
  const begun = useEffectEvent(() => {
    if (unread >= 0 && !document.querySelector('[data-unread]')) list.toRow(unread)
  })
  const isSearching = useEffectEvent(() => !isStartKnown)
  useEffect(() => {
    const reading = new AbortController()
    let frames = 0
    let searched = 0
    let calm = 0
    let timer = requestAnimationFrame(function look() {
      const isCalm = stay()
      if (isSearching() && searched < SEARCH_FRAMES) {
        searched += 1
        timer = requestAnimationFrame(look)
        return
      }
      frames += 1
      calm = isCalm ? calm + 1 : 0
      if (calm >= CALM_FRAMES || frames >= START_FRAMES) begun()
      else timer = requestAnimationFrame(look)
    })
    // Whoever scrolls already is not held.
    for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      document.addEventListener(name, () => cancelAnimationFrame(timer), {
        signal: reading.signal,
        passive: true,
      })
    }
    return () => {
      reading.abort()
      cancelAnimationFrame(timer)
    }
  }, [])
}

/** What shrinks the list, a second line in the composer or the keyboard of a phone, does not hide its end. */
function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  { isAtEnd, hasMark, toEnd }: { isAtEnd: boolean; hasMark: boolean; toEnd: () => void },
) {
  const keep = useEffectEvent(() => {
    if (isAtEnd) toEnd()
  })
  useEffect(() => {
    if (!scroller.current) return undefined
    const resizing = new ResizeObserver(() => keep())
    resizing.observe(scroller.current)
    return () => resizing.disconnect()
  }, [scroller])
  // The mark before the first unread message may come later than the messages.
  useEffect(() => {
    if (hasMark) keep()
  }, [hasMark])
}

/** Whoever writes sees what was written, wherever they were before. */
function useOwnInView(rows: readonly Row[], goToEnd: () => void) {
  const last = rows.at(-1)
  const key = last?.kind === 'outgoing' ? last.key : undefined
  const go = useRef(goToEnd)
  useEffect(() => {
    go.current = goToEnd
  })
  useEffect(() => {
    if (key !== undefined) go.current()
  }, [key])
}
