type Mode = 'reply' | 'note'

const requests = new Map<string, Mode>()

/** The composer of this conversation takes the focus, in this mode, when it is next shown. */
export const requestComposerFocus = (uuid: string, mode: Mode) => requests.set(uuid, mode)

/** The mode that was asked for, without using the request up; null when nobody asked. */
export const requestedComposerMode = (uuid: string): Mode | null => requests.get(uuid) ?? null

/** A request is honoured once. */
export const consumeComposerFocus = (uuid: string) => requests.delete(uuid)
