import { ALBUM_TYPES, type AlbumType } from '@tonarchiv/contract/catalog'
import {
  INVITATION_WORDS_MAX_LENGTH,
  type Invitation,
  type InvitationScope,
} from '@tonarchiv/contract/invitations'
import { SHOWN_SLEEVES, type ShownScope } from '@tonarchiv/contract/key-batches'
import { albumsText, scopeText } from '@tonarchiv/contract/scope-text'
import { lengthOf } from '@tonarchiv/contract/text'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import {
  AlbumPicker,
  type ChosenAlbum,
  ScopeCards,
  ScopeGlyph,
  ScopeShelf,
} from '#features/access-scope/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { useCreateInvitation } from './api.ts'
import styles from './InviteForm.module.css'
import { promiseText } from '../share/invitation-wording.ts'

/** The input of the form for an invitation. */
export interface InvitationDraft {
  words: string
  kind: InvitationScope['kind'] & ('mine' | 'types' | 'albums')
  types: readonly AlbumType[]
  picked: readonly ChosenAlbum[]
}

export const EMPTY_INVITATION: InvitationDraft = { words: '', kind: 'mine', types: [], picked: [] }

const NO_ALBUMS = { hasVideos: false, types: [], albumCount: 0, albums: [] }

/**
 * The part of the archive that the invitation of a draft opens, for its preview. `mine`: the part that the member may
 * play.
 */
export function scopeOfDraft({ kind, types, picked }: InvitationDraft, mine: ShownScope): ShownScope {
  if (kind === 'mine') return mine
  if (kind === 'types') return { ...NO_ALBUMS, kind, types: [...types] }
  return {
    ...NO_ALBUMS,
    kind,
    albumCount: picked.length,
    albums: picked.slice(0, SHOWN_SLEEVES).map(({ id, title, coverUrl }) => ({ id, title, coverUrl })),
  }
}

const PROBLEM = { types: 'Wähle mindestens einen Typ.', albums: 'Wähle mindestens ein Album.' }

function scopeToSend({ kind, types, picked }: InvitationDraft): InvitationScope | undefined {
  if (kind === 'mine') return { kind }
  if (kind === 'types') return types.length === 0 ? undefined : { kind, types: [...types], hasVideos: false }
  return picked.length === 0 ? undefined : { kind, albumIds: picked.map(({ id }) => id), hasVideos: false }
}

interface InviteFormProps {
  draft: InvitationDraft
  onChange: (draft: InvitationDraft) => void
  mine: ShownScope
  stayDays: number | null
  onMade: (invitation: Invitation) => void
}

/** The form for an invitation: a few words, and what the guest may play. */
export function InviteForm({ draft, onChange, mine, stayDays, onMade }: InviteFormProps) {
  const [isIncomplete, setIncomplete] = useState(false)
  const create = useCreateInvitation((invitation) => {
    onChange(EMPTY_INVITATION)
    onMade(invitation)
  })
  const change = (part: Partial<InvitationDraft>) => {
    setIncomplete(false)
    create.reset()
    onChange({ ...draft, ...part })
  }
  const submit = () => {
    const scope = scopeToSend(draft)
    setIncomplete(scope === undefined)
    if (scope === undefined || create.isPending) return
    create.mutate({ words: draft.words, scope })
  }
  const problem =
    isIncomplete && draft.kind !== 'mine'
      ? PROBLEM[draft.kind]
      : create.isError && textOf(create.error, 'Die Einladung konnte nicht erstellt werden.')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextAreaField
        label="Deine Worte"
        rows={3}
        maxLength={INVITATION_WORDS_MAX_LENGTH}
        value={draft.words}
        hint={
          <span className={styles.hint}>
            <span>Stehen auf der Einladung, neben deinem Namen.</span>
            <span>
              {lengthOf(draft.words)} / {INVITATION_WORDS_MAX_LENGTH}
            </span>
          </span>
        }
        onChange={({ currentTarget: { value } }) => change({ words: value })}
      />
      <div className={styles.scope}>
        <ScopeCards
          legend="Was die Person hören darf"
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          cards={[
            {
              value: 'mine',
              glyph: <ScopeShelf lit="all" />,
              label: 'Alles, was ich darf',
              detail: albumsText(mine.albumCount),
            },
            {
              value: 'types',
              glyph: <ScopeShelf lit="few" />,
              label: 'Nach Typ',
              detail: draft.types.length === 0 ? 'zum Beispiel EPs' : typesText(draft.types),
            },
            {
              value: 'albums',
              glyph: <ScopeGlyph scope={scopeOfDraft({ ...draft, kind: 'albums' }, mine)} isDecoration />,
              label: 'Ausgesuchte Alben',
              detail: `${draft.picked.length} gewählt`,
            },
          ]}
        />
        {draft.kind === 'types' && <TypeBoxes types={draft.types} onChange={(types) => change({ types })} />}
        {draft.kind === 'albums' && (
          <AlbumPicker albums={draft.picked} onChange={(picked) => change({ picked })} />
        )}
      </div>
      <div aria-live="polite">{typeof problem === 'string' && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.foot}>
        <Text size="sm" tone="muted">
          {promiseText(stayDays)}
        </Text>
        <Button type="submit" kind="primary" busy={create.isPending}>
          <KeyRound className="icon icon-small" aria-hidden />
          Einladung erstellen
        </Button>
      </div>
    </form>
  )
}

const typesText = (types: readonly AlbumType[]) => scopeText({ kind: 'types', types, albumCount: 0 })

interface TypeBoxesProps {
  types: readonly AlbumType[]
  onChange: (types: readonly AlbumType[]) => void
}

function TypeBoxes({ types, onChange }: TypeBoxesProps) {
  return (
    <fieldset className={styles.types}>
      <legend className="sr">Typen</legend>
      {ALBUM_TYPES.map((type) => (
        <Checkbox
          key={type}
          checked={types.includes(type)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(ALBUM_TYPES.filter((one) => (one === type ? checked : types.includes(one))))
          }
        >
          {typesText([type])}
        </Checkbox>
      ))}
    </fieldset>
  )
}
