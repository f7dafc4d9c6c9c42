import type { OnlineUser } from '@tonarchiv/contract/presence'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { allPeople } from '#features/presence/index.ts'
import { mentionPrefixAt, matchingPeople, type MentionPrefix } from './mention-completion.ts'

interface Offer {
  begun: MentionPrefix
  people: readonly OnlineUser[]
  chosen: number
}

/** Suggests members while a mention is typed: arrows move, Enter and Tab select, Esc closes. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  ownId: string,
  onText: (text: string) => void,
) {
  const [offer, setOffer] = useState<Offer>()
  /** Position of the „@“ whose suggestions were closed by Esc. */
  const [closedAt, setClosedAt] = useState<number>()

  const close = () => setOffer(undefined)

  /** Checks whether a mention is being typed at the caret. */
  function look(): void {
    const area = field.current
    if (!area || area.selectionStart !== area.selectionEnd) return close()
    const begun = mentionPrefixAt(area.value, area.selectionStart)
    if (begun?.start !== closedAt) setClosedAt(undefined)
    else if (begun) return close()
    if (!begun) return close()
    const people = matchingPeople(allPeople(), begun.query, ownId)
    setOffer(people.length === 0 ? undefined : { begun, people, chosen: 0 })
  }

  function choose(person: OnlineUser): void {
    const area = field.current
    if (!area || !offer) return
    const caret = area.selectionStart
    const end = area.value[caret] === ' ' ? caret + 1 : caret
    // Text and caret change at once: a caret that is set after rendering tears apart what was typed meanwhile.
    area.setRangeText(`@${person.username} `, offer.begun.start, end, 'end')
    area.focus()
    onText(area.value)
    close()
  }

  /**
   * Handles a key press.
   * @returns whether the key was handled
   */
  function pressed(event: KeyboardEvent): boolean {
    if (!offer) return false
    const { people, chosen } = offer
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setOffer({ ...offer, chosen: (chosen + step + people.length) % people.length })
    } else if (event.key === 'Escape') {
      setClosedAt(offer.begun.start)
      close()
    } else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) {
      const person = people[chosen]
      // The name is already complete, so Enter sends the message.
      if (event.key === 'Enter' && person?.username.toLowerCase() === offer.begun.query) return false
      if (person) choose(person)
    } else return false
    event.preventDefault()
    return true
  }

  return { offer, look, close, choose, pressed }
}

export type Mentions = ReturnType<typeof useMentions>
