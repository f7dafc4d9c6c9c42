import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import type { ReactNode } from 'react'
import { formatAgo } from '#format.ts'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { useCoverTone } from '#features/catalog/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { SleeveFrame } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { useMembersHere } from './members-here.ts'
import { Mosaic } from './Mosaic.tsx'
import { PlaylistSign, VisibilitySign } from './PlaylistSign.tsx'
import styles from './PlaylistHead.module.css'
import { hereText, lengthOf, VISIBILITY_TEXTS } from './wording.ts'

/** Width of the cover in CSS pixels. */
const COVER = 208

interface PlaylistHeadProps {
  playlist: Playlist
  /** The id of the signed-in account, which is shown as „dir“ instead of by its name. */
  ownId: string
  /** Milliseconds. */
  now: number
  /** Whether the playlist is playing now. */
  isSounding: boolean
  /** Whether the head takes only one line, because the rules are being edited below it. */
  isCompact?: boolean
  /** Buttons. */
  children: ReactNode
}

/** The head of a playlist's page: cover, title, members and buttons. */
export function PlaylistHead(props: PlaylistHeadProps) {
  const { playlist, ownId, now, isSounding, isCompact = false, children } = props
  const { owner, collaborators, visibility, rules } = playlist
  const tone = useCoverTone(playlist.covers[0] ?? '')
  const people = [owner, ...collaborators]
  const here = useMembersHere(playlist, ownId)
  const names = collaborators.map((person) => (person.id === ownId ? 'dir' : shownName(person)))
  return (
    <header className={classNames(styles.head, isCompact && styles.compact, 'toned')} style={toneStyle(tone)}>
      <SleeveFrame out={isSounding} disc={!isCompact} className={styles.cover}>
        <Mosaic covers={playlist.covers} size={COVER} className={styles.picture} />
      </SleeveFrame>
      <div className={styles.main}>
        <Text as="p" size="sm" tone="muted" className={styles.kind}>
          <span>
            {rules !== undefined && <PlaylistSign {...playlist} />}
            {rules !== undefined
              ? 'Automatisch'
              : collaborators.length > 0
                ? 'Gemeinsame Playlist'
                : 'Playlist'}
          </span>
          <span aria-hidden>·</span>
          <span>
            <VisibilitySign visibility={visibility} />
            {VISIBILITY_TEXTS[visibility]}
          </span>
        </Text>
        <h1>{playlist.title}</h1>
        {playlist.description !== '' && (
          <Text as="p" tone="muted" className={styles.description}>
            {playlist.description}
          </Text>
        )}
        <div className={styles.people}>
          <span className={styles.faces}>
            {people.slice(0, 5).map((person) => (
              <span key={person.id} className={classNames(here.includes(person) && styles.here)}>
                <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={36} />
              </span>
            ))}
          </span>
          <Text size="md" tone="muted">
            von {owner.id === ownId ? 'dir' : shownName(owner)}
            {names.length > 0 && ` mit ${german.format(names)}`}
            {here.length > 0 && <span className={styles.live}>{hereText(here.map(shownName))}</span>}
          </Text>
        </div>
        <div className={styles.actions}>
          {children}
          <Text size="md" tone="muted" className={styles.details}>
            {lengthOf(playlist)} · geändert {formatAgo(playlist.changedAt, now)}
          </Text>
        </div>
      </div>
    </header>
  )
}

const german = new Intl.ListFormat('de')
