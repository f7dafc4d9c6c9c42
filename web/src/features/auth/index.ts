// Who is here: login and registration, the verification of the address, and the session that everything
// else asks for its user.
// The overlay belongs to the first screen; everything else here is loaded when it is needed.
export { goTo, usePath } from './session/address.ts'
export { AuthFrame } from './AuthFrame.tsx'
export { AuthOverlay } from './AuthOverlay.tsx'
export { LetterOutline } from './LetterOutline.tsx'
export { Problem } from './Problem.tsx'
export { Reason } from './Reason.tsx'
export { emailRules } from './screens/recovery.ts'
export { ResetPassword } from './screens/ResetPassword.tsx'
export { RestoreEmail } from './screens/RestoreEmail.tsx'
export { sendChecked, errorsOf, problemOf } from './send-checked.ts'
export { type Refused, refusedBy } from './session/refused.ts'
export { keepSession, refreshUser, signOut } from './session/keep-session.ts'
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
} from './session/session.ts'
export { VerificationPrompt } from './screens/VerificationPrompt.tsx'
export { VerifyEmail } from './screens/VerifyEmail.tsx'
export { useForm, type FormRules, type Values } from './use-form.ts'
export { saidOr } from './wording.ts'
