import type { KeyBatch } from '@tonarchiv/contract/key-batches'
import { keysText, scopeText, stayText } from '@tonarchiv/contract/scope-text'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { formatDate } from '#format.ts'
import { QrCode } from '#ui/components/content/QrCode.tsx'
import { usePageTitle } from '#page-title.ts'
import { siteTitle } from '#site.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { Logo } from '#ui/components/images/Logo.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { batchQuery } from '../management/api.ts'
import { keyLink } from '../link/key-link.ts'
import { lastDay } from '../scope/expiry.ts'
import styles from './KeySheet.module.css'
import { pagesOf, sheetText } from './pages.ts'

/** The page `/admin/keys/{id}`: paper tags of the keys of a batch that can still be redeemed, to print. */
export function KeySheet() {
  usePageTitle('Schlüsselbogen')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...batchQuery(id), refetchOnWindowFocus: false })
  const [hasCutLines, setHasCutLines] = useState(true)
  const [hasNote, setHasNote] = useState(false)
  const open = data?.keys.filter(({ status }) => status === 'available').map(({ key }) => key) ?? []
  const pages = pagesOf(open)
  return (
    <div className={styles.desk}>
      <header className={styles.bar}>
        <Link to="/admin?tab=keys" className={buttonClass({ kind: 'ghost' })}>
          <ArrowLeft className="icon icon-small" aria-hidden />
          Zurück
        </Link>
        <div className={styles.title}>
          <h1>{data?.batch.note ?? keysText(data?.batch.keyCount ?? 1)}</h1>
          {data !== undefined && (
            <Text as="p" size="sm" tone="muted">
              {sheetText(open.length, data.batch)}
            </Text>
          )}
        </div>
        <div className={styles.options}>
          <Checkbox
            checked={hasCutLines}
            onChange={({ currentTarget: { checked } }) => setHasCutLines(checked)}
          >
            Schnittlinien
          </Checkbox>
          <Checkbox checked={hasNote} onChange={({ currentTarget: { checked } }) => setHasNote(checked)}>
            Notiz aufdrucken
          </Checkbox>
          <Button kind="primary" disabled={open.length === 0} onClick={() => print()}>
            <Printer className="icon icon-small" aria-hidden />
            Drucken
          </Button>
        </div>
      </header>
      <main className={styles.pages}>
        {data === undefined ? (
          error === null ? (
            <Skeleton height="20rem" />
          ) : (
            <LoadFailure onRetry={refetch}>
              {textOf(error, 'Die Schlüssel konnten nicht geladen werden.')}
            </LoadFailure>
          )
        ) : (
          pages.map((keys, index) => (
            <section
              key={keys[0]}
              className={styles.page}
              aria-label={`Seite ${index + 1} von ${pages.length}`}
            >
              <ol className={classNames(styles.tags, hasCutLines && styles.cut)}>
                {keys.map((key) => (
                  <Tag key={key} value={key} batch={data.batch} hasNote={hasNote} />
                ))}
              </ol>
              <footer className={styles.foot}>
                <span>
                  Seite {index + 1} von {pages.length}
                </span>
                <span>
                  {data.batch.maxUses === 1
                    ? 'Ein Schlüssel, eine Person. Bitte nicht fotografieren und posten.'
                    : 'Bitte nicht fotografieren und posten.'}
                </span>
                <span>{formatDate(data.batch.createdAt)}</span>
              </footer>
            </section>
          ))
        )}
      </main>
    </div>
  )
}

function Tag({ value, batch, hasNote }: { value: string; batch: KeyBatch; hasNote: boolean }) {
  const { scope, expiresAt, stayDays, note } = batch
  return (
    <li className={styles.tag}>
      <span className={styles.hole} aria-hidden />
      <div className={styles.main}>
        <p className={styles.brand}>
          <Logo />
          {siteTitle}
        </p>
        <p className={styles.key}>{value}</p>
        <dl className={styles.details}>
          <Entry name="Öffnet">{scopeText(scope)}</Entry>
          <Entry name="Einlösen bis">
            {expiresAt === null ? 'kein Ende' : formatDate(lastDay(expiresAt))}
          </Entry>
          <Entry name="Bleibt">{stayText(stayDays)}</Entry>
          {hasNote && note !== null && <Entry name="Notiz">{note}</Entry>}
        </dl>
      </div>
      <div className={styles.code}>
        <QrCode label={`QR-Code für ${value}`} text={keyLink(value)} className={styles.qr} />
        <p>{location.host}/k</p>
      </div>
    </li>
  )
}

function Entry({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
