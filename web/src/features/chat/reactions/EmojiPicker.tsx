import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import Search from 'lucide-react/icons/search'
import { TextField } from '#ui/components/fields/Field.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { EmojiGlyph } from './EmojiGlyph.tsx'
import { EmojiGrid } from './EmojiGrid.tsx'
import styles from './EmojiPicker.module.css'
import { focusSearch } from './focus-search.ts'
import { loadEmojis, nameOf, searchEmojis, type Emoji, type EmojiGroup } from './emojis.ts'
import { rememberEmoji, useRecentEmojis } from './recent-emojis.ts'
import { useSkinTone, withoutTone, withTone, type SkinTone } from './skin-tones.ts'
import { ToneChoice } from './ToneChoice.tsx'

/** The group of the emojis that the account has used last. */
const RECENT = 'Zuletzt'

interface EmojiPickerProps {
  ownId: string
  onChoose: (emoji: string) => void
}

/** All emojis with a search by German names; those that were used last come first. */
export function EmojiPicker({ ownId, onChoose }: EmojiPickerProps) {
  const {
    data: groups,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['emojis'],
    queryFn: loadEmojis,
    staleTime: Infinity,
    networkMode: 'always',
  })
  const recent = useRecentEmojis(ownId)
  const [text, setText] = useState('')
  const [named, setNamed] = useState<Emoji>()
  const field = useRef<HTMLInputElement>(null)
  // The popup cannot move the focus to this field when it opens for the first time: this chunk is still loading then.
  useEffect(() => {
    focusSearch(field.current?.closest('[role="dialog"]'))
  }, [])
  const choose = (emoji: string) => {
    rememberEmoji(ownId, emoji)
    onChoose(emoji)
  }
  const tone = useSkinTone(ownId)
  const shown = useMemo(
    () => groups && shownGroups(tonedGroups(groups, tone), recent.map(entryOf(groups)), text),
    [groups, tone, recent, text],
  )
  return (
    <>
      <div className={styles.head}>
        <TextField
          ref={field}
          label="Emoji suchen"
          labelHidden
          type="search"
          placeholder="Emoji suchen"
          autoComplete="off"
          maxLength={40}
          icon={<Search className="icon" aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={(event) => {
            const first = text === '' ? undefined : shown?.[0]?.emojis[0]
            if (event.key === 'Enter' && first) choose(first.emoji)
            else if (event.key === 'ArrowDown') focusFirstEmoji(event.currentTarget)
            else return
            event.preventDefault()
          }}
        />
        <ToneChoice ownId={ownId} />
      </div>
      {isError ? (
        <LoadFailure onRetry={refetch}>Die Emojis konnten nicht geladen werden</LoadFailure>
      ) : shown === undefined ? (
        <div className={styles.waiting}>
          <output className="sr">Emojis werden geladen</output>
          <Skeleton width="100%" height="12rem" />
        </div>
      ) : shown.length === 0 ? (
        <Text as="output" tone="muted" className={styles.nothing}>
          Kein Emoji gefunden
        </Text>
      ) : (
        // Keyed: the results of another search are shown from the top.
        <EmojiGrid key={text} groups={shown} hasTabs={text === ''} onChoose={choose} onNamed={setNamed} />
      )}
      <p className={styles.foot} aria-hidden>
        {named && (
          <>
            <EmojiGlyph emoji={named.emoji} className={styles.named} />
            <span className="truncate">{named.name}</span>
          </>
        )}
      </p>
    </>
  )
}

/** Returns a function that finds the entry of an emoji, and keeps the skin tone with which it was used. */
function entryOf(groups: readonly EmojiGroup[]) {
  return (emoji: string): Emoji => {
    const { plain, name } = withoutTone(emoji)
    // Some emojis of the list end with the presentation selector U+FE0F, which a skin tone replaces.
    const listed = [plain, `${plain}\u{fe0f}`].find((each) => nameOf(groups, each) !== each) ?? plain
    return { emoji, name: [nameOf(groups, listed), name].filter(Boolean).join(', '), words: '' }
  }
}

function tonedGroups(groups: readonly EmojiGroup[], tone: SkinTone): readonly EmojiGroup[] {
  if (tone === '') return groups
  return groups.map(({ name, emojis }) => ({
    name,
    emojis: emojis.map((each) => ({ ...each, emoji: withTone(each.emoji, tone) })),
  }))
}

function focusFirstEmoji(field: HTMLElement): void {
  field.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-cell]')?.focus({ preventScroll: true })
}

function shownGroups(
  groups: readonly EmojiGroup[],
  recent: readonly Emoji[],
  text: string,
): readonly EmojiGroup[] {
  if (text.trim() === '') return [{ name: RECENT, emojis: recent }, ...groups]
  const emojis = searchEmojis(groups, text)
  return emojis.length === 0 ? [] : [{ name: 'Gefunden', emojis }]
}
