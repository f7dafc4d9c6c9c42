import { replaceAvatar, type User } from '@tonarchiv/contract/users'
import { upload } from '#client/uploads/upload.ts'
import { updateUser } from '#features/auth/index.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { closeAvatarDialog, useAvatarDialog } from './avatar-dialog.ts'

const AvatarDialog = lazyPart(async () => (await import('./AvatarDialog.tsx')).AvatarDialog, {
  failure: 'Der Dialog konnte nicht geladen werden',
})

/** Milliseconds within which an upload must be answered; an image has a few hundred kilobytes at most. */
const UPLOAD_TIMEOUT = 30_000

async function save(image: Blob): Promise<void> {
  const form = new FormData()
  form.set('avatar', image, 'avatar.jpg')
  const { user } = await upload(replaceAvatar, { form }, { timeout: UPLOAD_TIMEOUT })
  updateUser(user)
}

/** Mounts the dialog for the member's image. Its code is loaded when it is first opened. */
export function AvatarDialogHost({ user }: { user: User }) {
  const { isOpen, openings } = useAvatarDialog()
  if (openings === 0) return null
  return (
    <AvatarDialog
      key={openings}
      isOpen={isOpen}
      onClose={closeAvatarDialog}
      onLoadFailed={closeAvatarDialog}
      onSave={save}
      currentAvatar={user.avatarUrl}
    />
  )
}
