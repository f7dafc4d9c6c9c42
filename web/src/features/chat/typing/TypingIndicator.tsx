import { Fragment } from 'react'
import { AdminMark, useDistinctName } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { typingLine, type Typist, type Typists } from './typing.ts'
import { useTypists } from './typists.ts'
import styles from './TypingIndicator.module.css'

const all = (typists: Typists) => typists

/** Names the members who are typing; its height is always reserved. */
export function TypingIndicator() {
  const { named, end } = typingLine(useTypists(all))
  return (
    <Text as="p" size="sm" tone="muted" className={styles.typing} aria-live="polite">
      {named.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          <Text truncate>
            {named.map(([id, typist], index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Name id={id} {...typist} />
              </Fragment>
            ))}
            {end}
          </Text>
        </>
      )}
    </Text>
  )
}

function Name({ id, username, displayName }: Typist & { id: string }) {
  const name = useDistinctName({ username, displayName })
  return (
    <span className={styles.name}>
      <bdi>{name}</bdi>
      <AdminMark userId={id} />
    </span>
  )
}
