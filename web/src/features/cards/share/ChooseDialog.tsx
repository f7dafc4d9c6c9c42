import type { CardKind } from '@tonarchiv/contract/cards'
import { SEARCH_MAX_LENGTH, type SearchGroup } from '@tonarchiv/contract/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import type { ShareSubject } from '#features/moments/index.ts'
import { foundQuery, GROUP_LABELS } from '#features/search/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import styles from './ChooseDialog.module.css'

/** Hits of each group. */
const HITS = 5

type Kind = Exclude<CardKind, 'moment' | 'premiere'>

const TO_SHARE: readonly Kind[] = ['album', 'playlist', 'video']

interface ChooseDialogProps {
  open: boolean
  onClose: () => void
  title?: string
  /** What can be chosen. */
  kinds?: readonly Kind[]
  onChoose: (subject: ShareSubject) => void
}

/** Finds something in the archive, by default an album, a playlist or a video to share. */
export function ChooseDialog({
  open,
  onClose,
  title = 'Album, Playlist oder Video',
  kinds = TO_SHARE,
  onChoose,
}: ChooseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <Choice kinds={kinds} onChoose={onChoose} />}
    </Dialog>
  )
}

function Choice({ kinds, onChoose }: Required<Pick<ChooseDialogProps, 'kinds' | 'onChoose'>>) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const textFor = (kind: Kind) => (kinds.includes(kind) ? text : '')
  const all = [
    useGroup(textFor('track'), 'songs', 'track'),
    useGroup(textFor('album'), 'albums', 'album'),
    useGroup(textFor('playlist'), 'playlists', 'playlist'),
    useGroup(textFor('video'), 'videos', 'video'),
  ]
  const groups = all.filter(({ kind }) => kinds.includes(kind))
  const isEmpty = groups.every(({ subjects }) => subjects.length === 0)
  return (
    <div className={styles.choice}>
      <TextField
        label="Archiv durchsuchen"
        labelHidden
        type="search"
        placeholder="Archiv durchsuchen"
        autoComplete="off"
        data-autofocus
        maxLength={SEARCH_MAX_LENGTH}
        icon={<Search className="icon" aria-hidden />}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div className={styles.found}>
        <output className={isEmpty ? styles.hint : 'sr'}>{noteOf(text, groups, isEmpty)}</output>
        {groups.map(
          ({ group, subjects }) =>
            subjects.length > 0 && (
              <section key={group} aria-label={GROUP_LABELS[group]}>
                <h3>{GROUP_LABELS[group]}</h3>
                <ul>
                  {subjects.map((subject) => (
                    <li key={subject.card.id}>
                      <SubjectButton subject={subject} onChoose={onChoose} />
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
    </div>
  )
}

type Groups = readonly ReturnType<typeof useGroup>[]

function noteOf(text: string, groups: Groups, isEmpty: boolean): string {
  if (text === '') return 'Tippe den Anfang eines Titels.'
  if (groups.some(({ isError }) => isError)) return 'Suche hat nicht geklappt'
  if (groups.some(({ isPending }) => isPending)) return ''
  return isEmpty ? `Nichts zu „${text}“` : `Treffer zu „${text}“`
}

/** The search hits of one group, as subjects that the share dialog accepts. */
function useGroup(text: string, group: SearchGroup, kind: Kind) {
  const { data, isError, isPending } = useInfiniteQuery(foundQuery(text, group, HITS))
  const subjects = (text === '' ? [] : (data?.rows ?? [])).slice(0, HITS).map((row): ShareSubject => {
    const { picture, opening } = row
    const cover =
      picture.kind === 'mosaic'
        ? picture.urls[0]
        : picture.kind === 'icon'
          ? undefined
          : (picture.url ?? undefined)
    return {
      card: { kind, id: row.key.slice(group.length + 1) },
      title: row.title,
      below: row.below ?? '',
      cover,
      path: opening.kind === 'path' ? opening.path : '/',
    }
  })
  return { group, kind, subjects, isError, isPending }
}

function SubjectButton({
  subject,
  onChoose,
}: { subject: ShareSubject } & Pick<ChooseDialogProps, 'onChoose'>) {
  const { title, below, cover } = subject
  return (
    <button type="button" className={styles.subject} onClick={() => onChoose(subject)}>
      <Cover src={cover && imageUrl(cover)} size={44} fixed />
      <span className={styles.names}>
        <Text weight="medium" truncate dir="auto">
          {title}
        </Text>
        <Text size="sm" tone="muted" truncate dir="auto">
          {below}
        </Text>
      </span>
    </button>
  )
}
