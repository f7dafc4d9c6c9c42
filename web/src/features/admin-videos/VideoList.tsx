import type { Video } from '@tonarchiv/contract/videos'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { listProblem, dayOf, useVideos, VideoPoster } from '#features/videos/index.ts'
import { formatNumber, formatSize } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useDeleteVideo } from './api.ts'
import { EditVideo } from './EditVideo.tsx'
import { deleteProblem } from './delete-problem.ts'
import styles from './VideoList.module.css'
import { VideoText } from './VideoText.tsx'

/** The list of all videos, with buttons to edit and delete each video. */
export function VideoList() {
  const list = useVideos()
  const remove = useDeleteVideo()
  const [doomed, setDoomed] = useState<Video>()
  const [edited, setEdited] = useState<Video>()
  const videos = list.data?.videos
  return (
    <section className={styles.list} aria-label="Videos">
      <header className={styles.head}>
        <h2>Videos</h2>
        {list.data && <Text tone="muted">{formatNumber(list.data.total)}</Text>}
      </header>
      <PagedList
        list={list}
        height="18rem"
        problem={listProblem(list.error)}
        isEmpty={videos?.length === 0}
        empty={<EmptyState title="Keine Videos vorhanden" drawing="video" />}
      >
        <Surface as="ul" padding="rows">
          {videos?.map((video) => (
            <li key={video.id} className={styles.row}>
              <VideoPoster thumbnailUrl={video.thumbnailUrl} sizes="5.5rem" className={styles.poster} />
              <VideoText
                title={video.title}
                details={`${dayOf(video.upload_date)}, ${formatSize(video.file_size)}`}
              />
              <IconButton label={`${video.title} bearbeiten`} onClick={() => setEdited(video)}>
                <Pencil className="icon icon-small" aria-hidden />
              </IconButton>
              <IconButton label={`${video.title} löschen`} onClick={() => setDoomed(video)}>
                <Trash className="icon icon-small" aria-hidden />
              </IconButton>
            </li>
          ))}
        </Surface>
      </PagedList>
      {remove.isError && (
        <Notice
          kind="danger"
          className={styles.problem}
          actions={
            <Button small onClick={() => remove.reset()}>
              Verstanden
            </Button>
          }
        >
          {deleteProblem(remove.error)}
        </Notice>
      )}
      <EditVideo video={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialogAbout
        subject={doomed}
        title="Video löschen?"
        confirm="Löschen"
        busy={remove.isPending}
        onConfirm={(video) => remove.mutate(video, { onSettled: () => setDoomed(undefined) })}
        onCancel={() => setDoomed(undefined)}
      >
        {({ title }) => (
          <>
            <strong>{title}</strong> wird mit seiner Datei gelöscht. Das lässt sich nicht rückgängig machen.
          </>
        )}
      </ConfirmDialogAbout>
    </section>
  )
}
