import { QUALITIES } from '@tonarchiv/contract/qualities'
import { asText, storageOf } from './item-storage.ts'

const within = (min: number, max: number) => (text: string) => {
  const number = Number(text)
  return text.trim() !== '' && number >= min && number <= max ? number : undefined
}
const asVolume = within(0, 1)

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string) =>
    values.find((value) => value === text)

const themeOf = oneOf('dark', 'light')

/** What the app stores behind the login. */
export const { getStored, setStored, onStoredElsewhere } = storageOf(
  {
    /** Positions in videos by account; the videos feature defines the format. */
    videoPlaces: asText,
    /** `playerLeftOff` of the tab that played last, for a new browser window. */
    lastPlayerLeftOff: asText,
    /** Plays that are not reported to the server yet; the plays feature defines the format. */
    unsentPlays: asText,
    /** Uploads whose bytes are partly on the server; the uploads module defines the format. */
    unfinishedUploads: asText,
    /** The account's id and its order of the playlists page; the playlists feature defines the format. */
    playlistOrder: asText,
    /** The account whose covers are cached in this browser. */
    coversOf: asText,
    /** What an account opened in the search; the search defines the format. */
    recentSearches: asText,
    /** The emojis that an account has used last; the chat defines the format. */
    recentEmojis: asText,
    /** How often the app was opened in this browser, and when last; the install feature defines the format. */
    visits: asText,
    /** Set when the hint that the app can be installed was shown. */
    installHintSeen: asText,
    /** Volume of the tab that changed it last, 0 to 1; for a new browser window. */
    lastPlayerVolume: asVolume,
    /** The format in which tracks are played and downloaded if the archive has a file in it. */
    audioFormat: (text: string) => (/^[a-z\d]{1,8}$/.test(text) ? text : undefined),
    /**
     * The quality of music on this device. Where the browser reports the kind of connection, it applies except on
     * mobile data.
     */
    soundQuality: oneOf(...QUALITIES),
    mobileSoundQuality: oneOf(...QUALITIES),
    /** How loudness is levelled on this device; missing for the default, by album. */
    soundLeveling: oneOf('off', 'track'),
    /** Seconds of the crossfade on this device; missing when it is off. */
    soundCrossfade: within(1, 12),
    /** `cover`: the large view of the player shows nothing but the cover. */
    largeView: oneOf('cover'),
    /** The signed-in account as it was last read, for a start without a connection; as JSON, see `kept-user.ts`. */
    keptUser: asText,
    /** The account whose music is copied into this browser. */
    copiesOf: asText,
    /** `off`: copies are loaded over mobile data, too. */
    copiesOnWifiOnly: oneOf('off'),
    /** Milliseconds between the start of a line of lyrics and the key press that marks it; missing for the default. */
    tapOffset: within(0, 500),
    /** The accounts that show no dots on waveforms in this browser; the moments feature defines the format. */
    momentDotsOff: asText,
    /** The speed of voice messages. */
    voiceRate: within(1, 2),
    theme: themeOf,
    /**
     * `off` disables single-character shortcuts. It is stored per device, because keyboards and speech input differ
     * between devices.
     */
    characterShortcuts: oneOf('off'),
  },
  {
    /** Volume of the player in this tab, 0 to 1. See docs/product.md §3.11. */
    playerVolume: asVolume,
    /** Playback rate of music in this tab, 0.5 to 2. */
    playerRate: within(0.5, 2),
    /** Volume of videos, 0 to 1. */
    videoVolume: asVolume,
    /** Track, queue and position as versions before the play state on the server stored them; read once. */
    playerLeftOff: asText,
    /** Filter and scroll position of the archive, for a reload of the page; the archive defines the format. */
    archivePlace: asText,
    /** `docked`: the large view stands beside the page in this tab. */
    dockedPlayer: oneOf('docked'),
    /** Lyrics that are being edited, for a reload of the page; the editor defines the format. */
    lyricsDraft: asText,
    /** Own messages that are hidden but not deleted yet: the account's id, then the messages' ids. */
    unfinishedDeletions: asText,
    /** Set when the banner for members without a key was closed or has expired. */
    keyBannerSeen: asText,
  },
)

export type StoredTheme = NonNullable<ReturnType<typeof themeOf>>
