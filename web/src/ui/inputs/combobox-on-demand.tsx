import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { ComboboxPopupProps } from './combobox.tsx'

type Button = ComponentProps<'button'>

/**
 * A combobox that is no more than its button while it is closed: a `Combobox` for each property takes longer to render than the rest of
 * the side panel. Outside of a `Field`, which wouldn't find it.
 */
export function ComboboxOnDemand({
  trigger,
  label,
  selection,
  children,
}: {
  trigger: ReactElement<Button>
  label: string
  /** What is selected, for the accessible name; undefined if nothing is. */
  selection: string | undefined
  /** Renders a `Combobox` or `MultiCombobox` with these props. */
  children: (combobox: ComboboxPopupProps) => ReactNode
}) {
  /** Set while the combobox is rendered. */
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const [link] = useState(() => createEventLink(setButton))
  const popupId = useId()
  return (
    <>
      {cloneElement(trigger, {
        role: 'combobox',
        'aria-label': selection === undefined ? label : `${label}: ${selection}`,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? popupId : undefined,
        'data-popup-open': open ? '' : undefined,
        ...link.buttonHandlers,
      } as Partial<Button>)}
      {button &&
        children({
          label,
          popupId,
          open,
          onOpenChange: setOpen,
          onClosed: () => setButton(null),
          trigger: <ExistingButton element={button} link={link} />,
        })}
    </>
  )
}

type TriggerHandlers = Pick<Button, 'onPointerDown' | 'onMouseDown' | 'onClick' | 'onKeyDown'>

/**
 * Passes the button's events on to the library's trigger, which is rendered by the first one that may open the list. Other keys stay with
 * the page: they are its shortcuts.
 */
function createEventLink(render: (button: HTMLElement) => void) {
  let handlers: TriggerHandlers | null = null
  const linked = (button: HTMLElement): TriggerHandlers => {
    if (!handlers) flushSync(() => render(button))
    return handlers ?? {}
  }
  return {
    connect(next: TriggerHandlers) {
      handlers = next
      return () => {
        handlers = null
      }
    },
    buttonHandlers: {
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) =>
        linked(event.currentTarget).onPointerDown?.(event),
      onMouseDown: (event: MouseEvent<HTMLButtonElement>) => linked(event.currentTarget).onMouseDown?.(event),
      onClick: (event: MouseEvent<HTMLButtonElement>) => linked(event.currentTarget).onClick?.(event),
      onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
        if (openingKeys.has(event.key)) linked(event.currentTarget).onKeyDown?.(event)
      },
    },
  }
}

const openingKeys = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/** In place of the trigger that the library would render: the button exists already. */
function ExistingButton({
  element,
  link,
  ref,
  ...handlers
}: TriggerHandlers & {
  element: HTMLElement
  link: ReturnType<typeof createEventLink>
  ref?: Ref<HTMLElement>
}) {
  useImperativeHandle(ref, () => element, [element])
  const { onPointerDown, onMouseDown, onClick, onKeyDown } = handlers
  useLayoutEffect(
    () => link.connect({ onPointerDown, onMouseDown, onClick, onKeyDown }),
    [link, onPointerDown, onMouseDown, onClick, onKeyDown],
  )
  return null
}
