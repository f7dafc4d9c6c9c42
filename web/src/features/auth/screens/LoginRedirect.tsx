import type { LoginRedirection } from '../form/use-form.ts'
import { SecondFactor } from '../second-factor/SecondFactor.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { Unverified } from './Unverified.tsx'

interface LoginRedirectProps extends LoginRedirection {
  onBack: () => void
}

/**
 * The screens that replace the login form: for a second factor, a forgotten password (with an empty address) or an
 * address that is not verified. Their code is loaded on demand.
 */
export function LoginRedirect({ email = '', halfSession, onBack }: LoginRedirectProps) {
  if (halfSession !== undefined) return <SecondFactor halfSession={halfSession} onBack={onBack} />
  return email === '' ? <ForgotPassword onBack={onBack} /> : <Unverified email={email} onBack={onBack} />
}
