import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { readPremiereEvening } from '@tonarchiv/contract/premieres'
import type { User } from '@tonarchiv/contract/users'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { albumPath } from '#features/catalog/index.ts'
import { DirectChat } from '#features/chat/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { eveningText } from './evening-text.ts'
import styles from './EveningReading.module.css'

/** The conversation of a past premiere. It can still be read by members who may hear the album. */
export function EveningReading({ evening, user }: { evening: PremiereEvening; user: User }) {
  const { albumId, title } = evening
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['premieres', 'reader', albumId],
    queryFn: ({ signal }) => call(readPremiereEvening, { params: { albumId } }, { signal }),
    staleTime: Infinity,
  })
  if (data === undefined) {
    if (!isError) return <div aria-busy data-fills-page />
    return (
      <LoadFailure level={1} kind="inverse" onRetry={refetch}>
        {textOf(error, 'Der Premierenabend konnte nicht geladen werden.')}
      </LoadFailure>
    )
  }
  return (
    <div className={styles.reading} data-fills-page>
      <DirectChat
        user={user}
        conversationId={data.conversationId}
        label={`Premierenabend von ${title}`}
        theirReadId={null}
        placeholder=""
        closedText="Der Premierenabend ist vorbei. Das Gespräch bleibt beim Album."
      >
        <header className={styles.head}>
          <Link
            to={albumPath({ albumId, albumTitel: title })}
            className={iconButtonClass}
            aria-label="Zurück zum Album"
          >
            <ArrowLeft className="icon" aria-hidden />
          </Link>
          <h1 className="truncate" dir="auto">
            {`Premierenabend: ${title}`}
          </h1>
          <Text size="sm" tone="muted" className={styles.text}>
            {eveningText(evening)}
          </Text>
        </header>
      </DirectChat>
    </div>
  )
}
