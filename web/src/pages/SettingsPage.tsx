import ArrowLeft from 'lucide-react/icons/arrow-left'
import AudioLines from 'lucide-react/icons/audio-lines'
import Bell from 'lucide-react/icons/bell'
import Blocks from 'lucide-react/icons/blocks'
import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import Radio from 'lucide-react/icons/radio'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import { useSearchParams } from 'react-router'
import { useUser } from '#features/auth/index.ts'
import { OfflineTab } from '#features/offline-copies/index.ts'
import {
  AppsSettings,
  ProfileSettings,
  ScrobblingSettings,
  SecuritySettings,
  SoundSettings,
} from '#features/settings/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Tabs } from '#ui/components/controls/Tabs.tsx'
import { useGoBack } from './go-back.ts'
import { NotificationsTab } from './NotificationsTab.tsx'
import styles from './SettingsPage.module.css'

const TABS = [
  { value: 'profile', label: 'Profil', icon: <UserRound className="icon" aria-hidden /> },
  { value: 'lastfm', label: 'Scrobbling', icon: <Radio className="icon" aria-hidden /> },
  { value: 'security', label: 'Sicherheit', icon: <ShieldCheck className="icon" aria-hidden /> },
  { value: 'sound', label: 'Klang', icon: <AudioLines className="icon" aria-hidden /> },
  { value: 'notifications', label: 'Mitteilungen', icon: <Bell className="icon" aria-hidden /> },
  { value: 'offline', label: 'Offline', icon: <HardDriveDownload className="icon" aria-hidden /> },
  { value: 'apps', label: 'Apps', icon: <Blocks className="icon" aria-hidden /> },
] as const
type Tab = (typeof TABS)[number]['value']

/** The page `/settings`. The URL names the open tab as `?tab=`. See docs/product.md §16.1. */
export function SettingsPage() {
  const user = useUser()
  const goBack = useGoBack()
  const [address, setUrl] = useSearchParams()
  const requested = address.get('tab')?.toLowerCase()
  const tab: Tab = TABS.find(({ value }) => value === requested)?.value ?? 'profile'
  usePageTitle('Einstellungen')
  if (!user) return null
  return (
    <>
      <header className={styles.head}>
        <Button kind="ghost" small onClick={goBack}>
          <ArrowLeft className="icon icon-small" aria-hidden />
          Zurück
        </Button>
        <h1>Einstellungen</h1>
      </header>
      <Tabs
        isBeside
        label="Einstellungen"
        tabs={TABS}
        value={tab}
        onChange={(next) => setUrl({ tab: next }, { replace: true, preventScrollReset: true })}
      >
        {tab === 'profile' && <ProfileSettings user={user} />}
        {tab === 'lastfm' && <ScrobblingSettings />}
        {tab === 'security' && <SecuritySettings />}
        {tab === 'sound' && <SoundSettings />}
        {tab === 'notifications' && <NotificationsTab user={user} />}
        {tab === 'offline' && <OfflineTab />}
        {tab === 'apps' && <AppsSettings user={user} />}
      </Tabs>
    </>
  )
}
