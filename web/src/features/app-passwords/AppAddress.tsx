import { useQuery } from '@tanstack/react-query'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { appPasswordsQuery } from './api.ts'
import styles from './AppAddress.module.css'
import { CopyButton } from '#ui/components/controls/CopyButton.tsx'

/** The address of the server and the username. Apps need both in addition to the app password. */
export function AppAddress({ username }: { username: string }) {
  const { data } = useQuery(appPasswordsQuery)
  return (
    <div className={styles.address}>
      <DetailList>
        <Copied name="Serveradresse" text={data?.serverAddress ?? location.origin} />
        <Copied name="Benutzername" text={username} />
      </DetailList>
    </div>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <Detail name={name}>
      <span className={styles.value}>
        <code>{text}</code>
        <CopyButton name={name} text={text} />
      </span>
    </Detail>
  )
}
