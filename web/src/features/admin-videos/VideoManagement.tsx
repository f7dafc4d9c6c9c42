import { VideoForm } from './VideoForm.tsx'
import { VideoList } from './VideoList.tsx'
import styles from './VideoManagement.module.css'

/** The section of the admin panel for videos: the upload form and the list. See docs/product.md §17.6. */
export function VideoManagement({ ownerId }: { ownerId: string }) {
  return (
    <div className={styles.sides} lang="de">
      <VideoForm ownerId={ownerId} />
      <VideoList />
    </div>
  )
}
