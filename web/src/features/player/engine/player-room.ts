import { createContext } from 'react'

/** The listening room that the player follows, as the controls of the player show it. */
export interface PlayerRoom {
  /** The name of the room; for a premiere „Premiere: “ and the title of the album. */
  title: string
  /** The path of its page. */
  path: string
  /** In a premiere no member steers; the play button only mutes the sound of this tab. */
  isPremiere: boolean
  /** Whether the play button plays and pauses for all. Otherwise it stops only the sound of this tab. */
  mayPlay: boolean
  /** Whether the member may seek and skip for all. */
  maySteer: boolean
  /** Whether the sound of this tab is stopped until the play button is pressed. */
  isStopped: boolean
}

/** Undefined while the player follows no room. */
export const PlayerRoomContext = createContext<PlayerRoom | undefined>(undefined)

/** The name of the room in a text, with „Hörraum“ unless the name begins with it. */
export function roomText({ title, isPremiere }: PlayerRoom): string {
  return isPremiere || title.startsWith('Hörraum') ? title : `Hörraum ${title}`
}
