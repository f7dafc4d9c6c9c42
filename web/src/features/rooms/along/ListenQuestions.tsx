import { shownName } from '@tonarchiv/contract/presence'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePeople } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { useTopModal } from '#ui/dom/open-modals.ts'
import { useOwnFocus } from '#ui/hooks/use-own-focus.ts'
import { callNameOf } from '../parts/wording.ts'
import { useRoomTab } from '../state/room-tab.ts'
import { openRoomFor, refuseToBeHeard, type ListenQuestion } from './listen-along.ts'
import styles from './ListenQuestions.module.css'

/**
 * The questions of members who are online and not in the same room already. Rendered into an open modal dialog, because
 * everything outside of it is inert.
 */
export function ListenQuestions({ questions }: { questions: readonly ListenQuestion[] }) {
  const { isKnown, byId } = usePeople()
  const company = useRoomTab((tab) => (tab.name === 'in' ? tab.room.people : undefined))
  const modal = useTopModal()
  const open = questions.filter(
    ({ person: { id } }) =>
      (!isKnown || byId.get(id)?.isOnline === true) && company?.some((one) => one.id === id) !== true,
  )
  if (open.length === 0) return null
  return createPortal(<Region questions={open} />, modal ?? document.body)
}

function Region({ questions }: { questions: readonly ListenQuestion[] }) {
  const region = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => region.current?.showPopover(), [])
  return (
    <div className={styles.region} popover="manual" ref={region}>
      {questions.map((question) => (
        <Question key={question.requestId} question={question} />
      ))}
    </div>
  )
}

function Question({ question }: { question: ListenQuestion }) {
  const { requestId, person } = question
  const [isOpening, setIsOpening] = useState(false)
  const room = useRoomTab((tab) => (tab.name === 'in' ? tab.room.state.name : undefined))
  const box = useOwnFocus<HTMLDivElement>(() => refuseToBeHeard(question))
  useLayoutEffect(() => {
    if (mayTakeFocus()) box.current?.focus({ preventScroll: true })
  }, [box])
  const effect = room === undefined ? 'Du wirst Gastgeber.' : `Du lädst damit in „${room}“ ein.`
  return (
    <div
      ref={box}
      className={styles.question}
      role="alertdialog"
      aria-label={`${shownName(person)} möchte mithören`}
      aria-describedby={requestId}
      tabIndex={-1}
    >
      <Avatar src={person.photoURL} size={40} />
      <p className={styles.text} role="alert">
        <Text weight="semibold" dir="auto">
          {callNameOf(person)} möchte mithören
        </Text>
        <Text size="sm" tone="muted" id={requestId}>
          {effect}
        </Text>
      </p>
      <div className={styles.actions}>
        <Button small kind="ghost" onClick={() => refuseToBeHeard(question)}>
          Nicht jetzt
        </Button>
        <Button
          small
          kind="primary"
          busy={isOpening}
          onClick={() => {
            setIsOpening(true)
            void openRoomFor(question).finally(() => setIsOpening(false))
          }}
        >
          {room === undefined ? 'Hörraum öffnen' : 'Einladen'}
        </Button>
      </div>
    </div>
  )
}

/** Whether the focus may be moved, because the focused element is none in which the member types or chooses. */
function mayTakeFocus(): boolean {
  const focused = document.activeElement
  return (
    focused === null ||
    focused.closest(
      'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="alertdialog"], [aria-expanded="true"]',
    ) === null
  )
}
