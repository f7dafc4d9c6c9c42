import type { FactorMethod } from '@tonarchiv/contract/factors'
import ChevronRight from 'lucide-react/icons/chevron-right'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Smartphone from 'lucide-react/icons/smartphone'
import UserRoundKey from 'lucide-react/icons/user-round-key'
import { useId } from 'react'
import { arePasskeysSupported } from '../passkeys/passkey-support.ts'
import styles from './SecondFactor.module.css'

const WAYS = {
  passkey: { icon: UserRoundKey, text: 'Passkey verwenden' },
  recovery: { icon: LifeBuoy, text: 'Wiederherstellungscode eingeben' },
  code: { icon: Smartphone, text: 'Code aus der App eingeben' },
} as const
const ORDER = ['passkey', 'code', 'recovery'] as const

export interface StepProps {
  halfSession: string
  methods: readonly FactorMethod[]
  /** Returns whether the call has failed because the login took too long; the screen then shows that error. */
  onOver: (failure: unknown) => boolean
  onStep: (step: FactorMethod) => void
}

interface OtherWaysProps extends Pick<StepProps, 'methods' | 'onStep'> {
  current: FactorMethod
}

/** The other ways to complete the login, and advice for members who cannot use any of them. */
export function OtherWays({ methods, current, onStep }: OtherWaysProps) {
  const id = useId()
  const isOffered = (way: FactorMethod) => way !== 'passkey' || arePasskeysSupported()
  const others = ORDER.filter((way) => way !== current && methods.includes(way) && isOffered(way))
  return (
    <section className={styles.other} aria-labelledby={id}>
      <h2 id={id}>
        {current === 'code' ? 'Kein Zugriff auf die App?' : 'Keine App, kein Passkey, kein Code?'}
      </h2>
      <ul>
        {others.map((way) => {
          const { icon: Icon, text } = WAYS[way]
          return (
            <li key={way}>
              <button type="button" className={styles.way} onClick={() => onStep(way)}>
                <Icon className="icon" aria-hidden />
                <span>{text}</span>
                <ChevronRight className="icon icon-small" aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      {current !== 'code' && (
        <p>
          Dann kann nur ein Admin deinen zweiten Faktor zurücksetzen. Melde dich bei der Person, von der du
          deinen Schlüssel hast. Danach bekommst du eine Mail.
        </p>
      )}
    </section>
  )
}
