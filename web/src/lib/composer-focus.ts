type Mode = 'reply' | 'note'

const requests = new Map<string, Mode>()

/** Asks the composer of a conversation to take the focus in this mode when it is next rendered. */
export const requestComposerFocus = (uuid: string, mode: Mode) => requests.set(uuid, mode)

/** The requested mode, without consuming the request; null if there is none. */
export const requestedComposerMode = (uuid: string): Mode | null => requests.get(uuid) ?? null

/** A request is consumed once. */
export const consumeComposerFocus = (uuid: string) => requests.delete(uuid)
