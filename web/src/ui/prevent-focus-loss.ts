import type { MouseEvent } from 'react'

/**
 * For what surrounds the buttons of a form. A press leaves the focus where it is: a field that loses it is judged at once, and what then stands
 * at it would push the pressed button away from under the pointer.
 */
export const preventFocusLoss = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
