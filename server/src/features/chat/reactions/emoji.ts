/** Shows the character before it as a picture; some keyboards leave it out. */
const EMOJI_PRESENTATION = '\u{fe0f}'

/**
 * The emoji of a text that is exactly one emoji (Unicode UTS #51, RGI), with its presentation selector; otherwise
 * undefined.
 */
export function emojiIn(text: string): string | undefined {
  return [text, `${text}${EMOJI_PRESENTATION}`].find((each) => /^\p{RGI_Emoji}$/v.test(each))
}
