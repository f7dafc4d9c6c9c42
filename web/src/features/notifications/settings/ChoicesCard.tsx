import {
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeTopic,
  type NotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { SettingsCard } from '#features/settings/index.ts'
import { useChangeSettings } from '../state/api.ts'
import styles from './ChoicesCard.module.css'
import { CHANNELS, GROUPS } from './topics.ts'

interface ChoicesCardProps {
  settings: NotificationSettings
  /** Called when the member has chosen push messages for a topic. */
  onPushChosen: (() => void) | undefined
}

/** The card in which the member chooses which notices arrive on which channel. A change is saved at once. */
export function ChoicesCard({ settings, onPushChosen }: ChoicesCardProps) {
  return (
    <SettingsCard title="Was ankommt" hint="Niemand erfährt hier, was er selbst getan hat." aside={<span />}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Anlass</span>
            </th>
            {CHANNELS.map(({ channel, label }) => (
              <th key={channel} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map(({ title, topics }) => (
          <tbody key={title}>
            <tr className={styles.group}>
              <th colSpan={4} scope="rowgroup">
                {title}
              </th>
            </tr>
            {topics.map(({ topic, label, hint, Icon }) => (
              <tr key={topic}>
                <th scope="row">
                  <span className={styles.topic}>
                    <Icon className="icon" aria-hidden />
                    <span>
                      {label}
                      {hint !== undefined && <small>{hint}</small>}
                    </span>
                  </span>
                </th>
                {CHANNELS.map(({ channel, label: column, missing }) => (
                  <td key={channel}>
                    <Choice
                      {...{ topic, channel, missing }}
                      label={`${label}, ${column}`}
                      isOn={settings.choices[topic][channel]}
                      onChosen={channel === 'push' ? onPushChosen : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </SettingsCard>
  )
}

interface ChoiceProps {
  topic: NoticeTopic
  channel: NoticeChannel
  label: string
  /** The text that is shown if the topic does not have this channel. */
  missing: string
  isOn: boolean
  onChosen: (() => void) | undefined
}

function Choice({ topic, channel, label, missing, isOn, onChosen }: ChoiceProps) {
  const change = useChangeSettings()
  const rule = NOTICE_TOPICS[topic][channel]
  if (rule === 'never')
    return (
      <span className={styles.missing} title={missing}>
        <span aria-hidden>–</span>
        <span className="sr">{missing}</span>
      </span>
    )
  const isFixed = rule === 'always'
  const set = (to: boolean) => {
    if (to) onChosen?.()
    change.mutate({
      change: { choice: { topic, channel, isOn: to } },
      show: (before) => ({
        ...before,
        choices: { ...before.choices, [topic]: { ...before.choices[topic], [channel]: to } },
      }),
    })
  }
  return (
    <label className={styles.box} title={isFixed ? 'Lässt sich nicht ausschalten' : undefined}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        disabled={isFixed}
        onChange={({ target }) => set(target.checked)}
      />
      {isFixed ? <Lock aria-hidden /> : <Check aria-hidden />}
    </label>
  )
}
