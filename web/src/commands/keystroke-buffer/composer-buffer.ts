/** What is typed before the editor has loaded. */
export type ComposerBuffer = {
  text: string
  /** What was sent before `text` was typed (`shift`: with Shift held). */
  sent: { text: string; shift: boolean } | null
  /** Whether a time for sending `text` is to be asked for. */
  asksSendTime: boolean
}

export const emptyComposerBuffer: ComposerBuffer = { text: '', sent: null, asksSendTime: false }

/** All of it, one below the other. */
export const bufferedText = ({ text, sent }: ComposerBuffer): string =>
  [sent?.text ?? '', text].filter((one) => one !== '').join('\n')
