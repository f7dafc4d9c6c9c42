import { updateProfile, type User } from '@tonarchiv/contract/users'
import { lazy, Suspense } from 'react'
import { call } from '#client/call.ts'
import { updateUser } from '#features/auth/index.ts'
import { closeAvatarDialog, useAvatarDialog } from './avatar-dialog.ts'

const AvatarDialog = lazy(async () => ({ default: (await import('./AvatarDialog.tsx')).AvatarDialog }))

async function save(avatarUrl: string): Promise<void> {
  const { user } = await call(updateProfile, { body: { avatarUrl } })
  updateUser(user)
}

/** Where the dialog for the own picture hangs; it comes when it is first opened. */
export function AvatarDialogHost({ user }: { user: User }) {
  const { isOpen, openings } = useAvatarDialog()
  if (openings === 0) return null
  return (
    <Suspense>
      <AvatarDialog
        key={openings}
        isOpen={isOpen}
        onClose={closeAvatarDialog}
        onSave={save}
        currentAvatar={user.avatarUrl}
      />
    </Suspense>
  )
}
