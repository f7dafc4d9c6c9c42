/** The state of fullscreen in a room of videos. */
export interface FullScreen {
  /** The element that is shown in fullscreen: the room, of which only the video and the conversation stay visible. */
  box: HTMLElement | null
  isFull: boolean
  /** Whether the conversation is shown beside the video. */
  hasTalk: boolean
  toggleTalk: () => void
}
