// Login, registration, verification of the email address, and the session, which provides the current user to other
// features. Only the overlay belongs to the first screen; everything else is loaded on demand.
export { goTo, usePath } from './session/path.ts'
export { AuthFrame } from './frame/AuthFrame.tsx'
export { AuthOverlay } from './AuthOverlay.tsx'
export { LinkOutline } from './LinkOutline.tsx'
export { Problem } from './form/Problem.tsx'
export { ErrorText } from './form/ErrorText.tsx'
export { emailRules } from './form/recovery.ts'
export { ResetPassword } from './screens/ResetPassword.tsx'
export { RestoreEmail } from './screens/RestoreEmail.tsx'
export { sendChecked, errorsOf, problemOf } from './form/send-checked.ts'
export { type Refused, refusedBy } from './session/refused.ts'
export { startSession, refreshUser, signOut } from './session/session-lifecycle.ts'
export { forgetKeptUser, keptUser } from './session/kept-user.ts'
export { signedOutNotice } from './session/session-end.ts'
export {
  beforeSignOut,
  currentUser,
  endSession,
  hasAccess,
  onSignedOut,
  updateUser,
  useSession,
  useUser,
  watchToken,
  type Session,
} from './session/session.ts'
export { ConfirmationHost } from './confirmation/ConfirmationHost.tsx'
export { makePasskey } from './passkeys/browser-passkeys.ts'
export { arePasskeysSupported } from './passkeys/passkey-support.ts'
export { VerificationPrompt } from './screens/VerificationPrompt.tsx'
export { VerifyEmail } from './screens/VerifyEmail.tsx'
export { useForm, type FormRules, type Values } from './form/use-form.ts'
export { serverTextOr } from './form/wording.ts'
