let queue: Promise<void> = Promise.resolve()

/** Calls one after the other: a second press undoes the action before. */
export function inUndoOrder(work: () => Promise<void>): void {
  queue = queue.then(work)
}

/**
 * Resolves once what is being undone now has been undone: a change that was made after it must not overtake it on the
 * way to the server.
 */
export const undoSettled = (): Promise<void> => queue
