import type { ReportedMessage } from '@tonarchiv/contract/chat-order'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import TimerIcon from 'lucide-react/icons/timer'
import { useEffect, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { formatAgo, formatNumber } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import {
  chatSettingsQuery,
  reportsQuery,
  useCloseReports,
  useDeleteReported,
  useReportUpdates,
  useSetUploadCards,
  type ReportState,
} from './api.ts'
import { BanDialog } from './BanDialog.tsx'
import { MuteDialog } from './MuteDialog.tsx'
import { useOwnOrder, watchOwnOrder } from './own-order.ts'
import { ReportRow } from './ReportRow.tsx'
import styles from './Reports.module.css'
import { RestrictionTable } from './RestrictionTable.tsx'
import { SlowModeDialog } from './SlowModeDialog.tsx'

type Act = { kind: 'delete'; message: ReportedMessage } | { kind: 'mute' | 'ban'; person: Person }

/** The admin panel's section for reports, mutes, bans and the slow mode. See docs/product.md §17.9. */
export function Reports() {
  const [state, setState] = useState<ReportState>('open')
  const [act, setAct] = useState<Act>()
  const [earlier, setEarlier] = useState<string>()
  const list = useInfiniteQuery(reportsQuery(state))
  const close = useCloseReports()
  useReportUpdates()
  useEffect(() => watchOwnOrder(), [])
  const { open = 0, closed = 0 } = list.data?.pages.at(-1) ?? {}
  const messages = list.data?.pages.flatMap((page) => page.messages) ?? []
  const person = act?.kind === 'mute' || act?.kind === 'ban' ? act.person : undefined
  const closeReport = (message: ReportedMessage) =>
    close.mutate(message, {
      onSuccess: ({ isOwn, closed: { by, at } }) =>
        setEarlier(
          isOwn ? undefined : `Diese Meldung hat ${shownName(by)} ${formatAgo(at, Date.now())} geschlossen.`,
        ),
    })

  return (
    <>
      <div className={styles.tools}>
        <ToggleGroup
          label="Welche Meldungen"
          value={state}
          options={[
            { value: 'open', label: `Offen ${formatNumber(open)}` },
            { value: 'closed', label: `Erledigt ${formatNumber(closed)}` },
          ]}
          onChange={setState}
        />
        <div className={styles.settings}>
          <UploadCards />
          <SlowMode />
        </div>
      </div>
      {earlier !== undefined && (
        <Notice onClose={() => setEarlier(undefined)} className={styles.earlier}>
          {earlier}
        </Notice>
      )}
      <PagedList
        list={list}
        height="16rem"
        problem={textOf(list.error, 'Die Meldungen konnten nicht geladen werden.')}
        isEmpty={messages.length === 0}
        empty={
          state === 'open' ? (
            <EmptyState title="Keine offenen Meldungen">
              Was gemeldet wird, steht hier mit dem Gespräch drum herum.
            </EmptyState>
          ) : (
            <EmptyState title="Noch keine erledigten Meldungen" />
          )
        }
      >
        <Surface>
          <ul aria-label={state === 'open' ? 'Offene Meldungen' : 'Erledigte Meldungen'}>
            {messages.map((message) => (
              <ReportRow
                key={message.id}
                message={message}
                onDelete={() => setAct({ kind: 'delete', message })}
                onMute={() => setAct({ kind: 'mute', person: message.author })}
                onBan={() => setAct({ kind: 'ban', person: message.author })}
                onClose={() => closeReport(message)}
              />
            ))}
          </ul>
        </Surface>
      </PagedList>
      <RestrictionTable />
      <MuteDialog person={act?.kind === 'mute' ? person : undefined} onClose={() => setAct(undefined)} />
      <BanDialog person={act?.kind === 'ban' ? person : undefined} onClose={() => setAct(undefined)} />
      <DeleteReported
        message={act?.kind === 'delete' ? act.message : undefined}
        onClose={() => setAct(undefined)}
      />
    </>
  )
}

function SlowMode() {
  const seconds = useOwnOrder((order) => order.slowSeconds)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <TimerIcon className="icon icon-small" aria-hidden />
        Langsamer Modus: {seconds === 0 ? 'aus' : `${seconds} s`}
      </Button>
      <SlowModeDialog open={isOpen} seconds={seconds} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** The setting for whether the room shows a card for each new upload. */
function UploadCards() {
  const { data } = useQuery(chatSettingsQuery)
  const set = useSetUploadCards()
  if (data === undefined) return null
  return (
    <Switch checked={set.isPending ? set.variables : data.uploadCards} onChange={(isOn) => set.mutate(isOn)}>
      Hochgeladenes im Chat zeigen
    </Switch>
  )
}

function DeleteReported({ message, onClose }: { message: ReportedMessage | undefined; onClose: () => void }) {
  const remove = useDeleteReported()
  return (
    <ConfirmDialogAbout
      subject={message}
      title="Nachricht löschen"
      confirm="Löschen"
      busy={remove.isPending}
      onConfirm={(asked) => remove.mutate(asked, { onSettled: onClose })}
      onCancel={onClose}
    >
      {({ author }) => (
        <>
          Möchtest du die Nachricht von <strong dir="auto">{shownName(author)}</strong> wirklich löschen? Sie
          verschwindet für alle.
        </>
      )}
    </ConfirmDialogAbout>
  )
}
