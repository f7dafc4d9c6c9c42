/** The fullscreen of a room of videos. */
export interface FullScreen {
  /** What is shown in fullscreen: the room, of which the video and the conversation stay. */
  box: HTMLElement | null
  isFull: boolean
  /** Whether the conversation is beside the video. */
  hasTalk: boolean
  toggleTalk: () => void
}
