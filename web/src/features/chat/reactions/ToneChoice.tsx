import { useId, useRef, useState } from 'react'
import { EmojiGlyph } from './EmojiGlyph.tsx'
import { chooseTone, SKIN_TONES, useSkinTone, withTone } from './skin-tones.ts'
import styles from './ToneChoice.module.css'

const HAND = '✋'

/** The menu for the skin tone of all emojis of persons. The choice is stored for the account on this device. */
export function ToneChoice({ ownId }: { ownId: string }) {
  const tone = useSkinTone(ownId)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = useId()
  const current = SKIN_TONES.find((each) => each.tone === tone)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-label={`Hautfarbe: ${current?.name ?? ''}. Ändern`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <EmojiGlyph emoji={withTone(HAND, tone)} />
      </button>
      {isOpen && (
        <fieldset className={styles.tones} aria-label="Hautfarbe">
          {SKIN_TONES.map((each) => (
            <label key={each.tone} className={styles.tone} title={each.name}>
              <input
                type="radio"
                name={name}
                aria-label={each.name}
                checked={each.tone === tone}
                onChange={() => chooseTone(ownId, each.tone)}
                onClick={({ detail }) => {
                  // A press closes the menu. Arrow keys emit click events, too, but with a `detail` of 0.
                  if (detail > 0) close()
                }}
                onKeyDown={({ key }) => {
                  if (key === 'Enter') close()
                }}
              />
              <EmojiGlyph emoji={withTone(HAND, each.tone)} />
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
