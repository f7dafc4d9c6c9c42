import type { Restriction } from '@tonarchiv/contract/chat-order'
import { shownName } from '@tonarchiv/contract/presence'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { PersonName } from '#features/presence/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { DataCell, DataRow, DataTable } from '#ui/components/content/DataTable.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { restrictionsQuery, useLift } from './api.ts'
import { endTime } from './end-of-restriction.ts'
import styles from './Reports.module.css'

/** The table „Zurzeit eingeschränkt“ of the members who are muted or banned. */
export function RestrictionTable() {
  const { data } = useQuery(restrictionsQuery)
  const lift = useLift()
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>Zurzeit eingeschränkt</h2>
      <DataTable label="Zurzeit eingeschränkt" columns={['Mitglied', 'Was', 'Bis', 'Von', 'Aktionen']}>
        {data.map((restriction) => (
          <RestrictionRow
            key={`${restriction.user.id} ${restriction.kind}`}
            restriction={restriction}
            onLift={() => lift.mutate(restriction)}
          />
        ))}
      </DataTable>
    </>
  )
}

function RestrictionRow({ restriction, onLift }: { restriction: Restriction; onLift: () => void }) {
  const { user, kind, until, by, reason } = restriction
  const name = shownName(user)
  const isMute = kind === 'mute'
  const [now] = useState(() => new Date())
  return (
    <DataRow>
      <DataCell>
        <span className={styles.person}>
          <Avatar src={user.photoURL && imageUrl(user.photoURL)} size={36} />
          <strong>
            <PersonName {...user} />
          </strong>
        </span>
      </DataCell>
      <DataCell label="Was">
        <span title={reason === '' ? undefined : reason}>
          <Tag kind={isMute ? 'warning' : 'danger'}>{isMute ? 'Stumm' : 'Ausgeschlossen'}</Tag>
        </span>
      </DataCell>
      <DataCell label="Bis">
        <Text tone="muted">{endTime(until, now)}</Text>
      </DataCell>
      <DataCell label="Von">
        <Text tone="muted">
          <PersonName {...by} id={by.username === '' ? null : by.id} />
        </Text>
      </DataCell>
      <DataCell isAction>
        <Button
          small
          kind="ghost"
          aria-label={`${isMute ? 'Stummschaltung' : 'Ausschluss'} von ${name} aufheben`}
          onClick={onLift}
        >
          Aufheben
        </Button>
      </DataCell>
    </DataRow>
  )
}
